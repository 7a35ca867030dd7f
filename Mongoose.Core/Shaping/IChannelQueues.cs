using Mongoose.Core.Channels;

namespace Mongoose.Core.Shaping;

/// <summary>
/// The queues of one circuit as its shaper sees them. The shaper does not own them: a region can plug in any queue that reports the size of
/// its first packet.
/// </summary>
public interface IChannelQueues
{
    /// <summary>
    /// Bytes of the first packet of a channel (1 to <see cref="TokenBucket.MaxPacketBytes"/>), or 0 if the channel has no packet to send
    /// now.
    /// </summary>
    int HeadBytes(Channel channel);
}
