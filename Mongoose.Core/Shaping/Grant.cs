using Mongoose.Core.Channels;

namespace Mongoose.Core.Shaping;

/// <summary>Permission to send the first packet of a channel. The tokens have already been taken.</summary>
/// <param name="Channel">The channel whose first packet is to be sent.</param>
/// <param name="Bytes">Size of the packet as reported by the queue.</param>
/// <param name="Borrowed">True if the parent bucket alone paid, false if the channel's own share paid too.</param>
public readonly record struct Grant(Channel Channel, int Bytes, bool Borrowed);
