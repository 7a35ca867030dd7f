using Mongoose.Core.Channels;

namespace Mongoose.Core.Shaping;

/// <summary>A circuit's queues, of which a window that is closed leaves only resends to send: see <see cref="UnackedLimit"/>.</summary>
public readonly struct WindowedQueues<TQueues>(TQueues queues, bool isClosed) : IChannelQueues where TQueues : IChannelQueues
{
    public int HeadBytes(Channel channel) => isClosed && channel != Channel.Resend ? 0 : queues.HeadBytes(channel);
}
