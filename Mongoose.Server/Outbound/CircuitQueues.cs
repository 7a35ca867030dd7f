using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Server.Access;
using OpenSim.Region.ClientStack.LindenUDP;
using TokenBucket = Mongoose.Core.Shaping.TokenBucket;

namespace Mongoose.Server.Outbound;

/// <summary>
/// A client's seven queues in OpenSim, seen as a shaper wants them. OpenSim's queues cannot be peeked at, so the first packet of each is
/// held where stock scheduling parks one that waits for tokens: a switch to it and back moves nothing. Other threads put packets in; only
/// the loop's thread takes them out.
/// </summary>
internal sealed class CircuitQueues : IChannelQueues
{
    private const int TypicalPacketBytes = 600;
    private const double SizeSmoothing = 0.05;

    private readonly DoubleLocklessQueue<OutgoingPacket>[] _outboxes;
    private readonly OutgoingPacket?[] _held;
    private readonly ArrivalTimes[] _arrivals = Enumerable.Range(0, ChannelRates.Count).Select(_ => new ArrivalTimes()).ToArray();
    private readonly double[] _meanBytes = Enumerable.Repeat((double)TypicalPacketBytes, ChannelRates.Count).ToArray();

    public CircuitQueues(OpenSimInternals internals, LLUDPClient client)
    {
        _outboxes = internals.Outboxes(client);
        _held = internals.Parked(client);
    }

    public int Packets(Channel channel) => _outboxes[(int)channel].Count + (_held[(int)channel] is null ? 0 : 1);

    /// <summary>By the mean size of late; OpenSim's queues do not know their bytes.</summary>
    public long EstimatedBytes(Channel channel) => (long)(Packets(channel) * _meanBytes[(int)channel]);

    /// <summary>Remembers when packets came, as finely as the loop looks; whether there are any.</summary>
    public bool NoteArrivals(Instant now)
    {
        bool any = false;
        for (int i = 0; i < ChannelRates.Count; i++)
        {
            int packets = Packets((Channel)i);
            if (packets == 0)
                continue;
            any = true;
            _arrivals[i].Note(packets, now);
        }
        return any;
    }

    public int HeadBytes(Channel channel)
    {
        int i = (int)channel;
        // A packet that was acked or cancelled while it waited has lost its buffer.
        while (BytesOf(_held[i]) == 0)
        {
            if (_held[i] is not null)
                _arrivals[i].Skip();
            if (_outboxes[i].Count == 0 || !_outboxes[i].Dequeue(out _held[i]))
            {
                _held[i] = null;
                return 0;
            }
        }
        return BytesOf(_held[i]);
    }

    /// <summary>The packet that <see cref="HeadBytes"/> has found; null if there is none.</summary>
    public OutgoingPacket? Head(Channel channel) => _held[(int)channel];

    /// <summary>Takes the first packet; null if the client has been shut down meanwhile.</summary>
    /// <param name="grant">Whose, and its bytes.</param>
    /// <param name="now">The time.</param>
    /// <param name="waited">How long it stood in the queue.</param>
    public OutgoingPacket? Take(in Grant grant, Instant now, out Duration waited)
    {
        int i = (int)grant.Channel;
        OutgoingPacket? packet = _held[i];
        _held[i] = null;
        waited = _arrivals[i].Take(now);
        _meanBytes[i] += SizeSmoothing * (grant.Bytes - _meanBytes[i]);
        return packet;
    }

    /// <summary>The first packet has been sent by stock scheduling; how long it stood in the queue.</summary>
    public Duration Left(Channel channel, Instant now) => _arrivals[(int)channel].Take(now);

    /// <summary>Gives the first packet up.</summary>
    public void Drop(Channel channel)
    {
        _held[(int)channel] = null;
        _arrivals[(int)channel].Skip();
    }

    private static int BytesOf(OutgoingPacket? packet) =>
        packet?.Buffer is { DataLength: > 0 } buffer ? Math.Min(buffer.DataLength, TokenBucket.MaxPacketBytes) : 0;
}
