using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Server.OpenSimReflection;
using OpenSim.Region.ClientStack.LindenUDP;
using TokenBucket = Mongoose.Core.Shaping.TokenBucket;

namespace Mongoose.Server.Outbound;

/// <summary>
/// A client's seven queues in OpenSim, seen as a shaper wants them. OpenSim's queues cannot be peeked at, so the first packet of each is
/// held where stock scheduling parks one that waits for tokens: a switch to stock scheduling and back moves nothing. Other threads put packets in; only
/// the sender's thread takes them out.
/// </summary>
internal sealed class ClientQueues(OpenSimInternals internals, LLUDPClient client) : IChannelQueues
{
    private readonly DoubleLocklessQueue<OutgoingPacket>[] _outboxes = internals.Outboxes(client);
    private readonly OutgoingPacket?[] _held = internals.Parked(client);

    /// <summary>OpenSim's count may be off by a few: a consumer that finds a queue empty sets it to zero, whatever a producer has just added.</summary>
    public int Packets(Channel channel) => Math.Max(0, _outboxes[(int)channel].Count) + (_held[(int)channel] is null ? 0 : 1);

    /// <summary>Looks into every queue itself, since the counts are not to be trusted; the channels that have a packet.</summary>
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

    /// <summary>The first packet; null if there is none.</summary>
    public OutgoingPacket? Head(Channel channel) => _held[(int)channel];

    /// <summary>Takes the first packet; null if the client has been shut down meanwhile.</summary>
    public OutgoingPacket? Take(Channel channel)
    {
        OutgoingPacket? packet = _held[(int)channel];
        TryHoldNext(channel);
        return packet;
    }

    /// <summary>Holds the next packet of a channel in place of the one held. One that was acked or cancelled while it waited has lost its buffer.</summary>
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
