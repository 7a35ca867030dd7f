using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Server.OpenSimReflection;
using OpenSim.Region.ClientStack.LindenUDP;
using TokenBucket = Mongoose.Core.Shaping.TokenBucket;

namespace Mongoose.Server.Outbound;

/// <summary>
/// Adapts a client's seven OpenSim queues to the shaper. OpenSim's queues cannot be peeked, so the first packet of each queue is held where
/// stock scheduling parks a packet until tokens are available; a switch to stock scheduling and back therefore moves no packet. Any thread
/// may enqueue packets; only the sender's thread dequeues them.
/// </summary>
internal sealed class ClientQueues(OpenSimInternals internals, LLUDPClient client) : IChannelQueues
{
    private readonly DoubleLocklessQueue<OutgoingPacket>[] _outboxes = internals.Outboxes(client);
    private readonly OutgoingPacket?[] _held = internals.Parked(client);

    /// <summary>
    /// The number of queued packets. OpenSim's count may be slightly wrong: a consumer that finds a queue empty sets the count to zero,
    /// even if a producer has just added a packet.
    /// </summary>
    public int Packets(Channel channel) => Math.Max(0, _outboxes[(int)channel].Count) + (_held[(int)channel] is null ? 0 : 1);

    /// <summary>The channels that have a packet. Checks every queue, because OpenSim's counts are unreliable.</summary>
    public ChannelSet FindBacklog()
    {
        ChannelSet backlog = ChannelSet.None;
        foreach (Channel channel in ChannelSet.All)
        {
            if (BytesOf(_held[(int)channel]) > 0 || TryHoldNext(channel))
                backlog = backlog.With(channel);
        }
        return backlog;
    }

    public int HeadBytes(Channel channel)
    {
        if (_held[(int)channel] is null)
            return 0;
        int bytes = BytesOf(_held[(int)channel]);
        return bytes > 0 || !TryHoldNext(channel) ? bytes : BytesOf(_held[(int)channel]);
    }

    /// <summary>The first packet of a channel; null if there is none.</summary>
    public OutgoingPacket? Head(Channel channel) => _held[(int)channel];

    /// <summary>Takes the first packet of a channel; null if the client has been shut down in the meantime.</summary>
    public OutgoingPacket? Take(Channel channel)
    {
        OutgoingPacket? packet = _held[(int)channel];
        TryHoldNext(channel);
        return packet;
    }

    /// <summary>
    /// Replaces the held packet by the next one of its channel. Packets without a buffer are skipped: they were acked or cancelled while
    /// queued.
    /// </summary>
    private bool TryHoldNext(Channel channel)
    {
        ref OutgoingPacket? held = ref _held[(int)channel];
        do
        {
            if (!_outboxes[(int)channel].Dequeue(out held))
            {
                held = null;
                return false;
            }
        }
        while (BytesOf(held) == 0);
        return true;
    }

    private static int BytesOf(OutgoingPacket? packet) =>
        packet?.Buffer is { DataLength: > 0 } buffer ? Math.Min(buffer.DataLength, TokenBucket.MaxPacketBytes) : 0;
}
