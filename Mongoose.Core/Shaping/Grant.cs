using Mongoose.Core.Channels;

namespace Mongoose.Core.Shaping;

/// <summary>Leave to send the first packet of a channel. The tokens are already taken.</summary>
/// <param name="Channel">Whose packet goes.</param>
/// <param name="Bytes">Its size, as the queue gave it.</param>
/// <param name="Borrowed">True if the parent alone paid, false if the channel's own share did.</param>
public readonly record struct Grant(Channel Channel, int Bytes, bool Borrowed);
