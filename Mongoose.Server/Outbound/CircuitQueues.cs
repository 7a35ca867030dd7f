using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Server.Access;
using OpenSim.Region.ClientStack.LindenUDP;
using TokenBucket = Mongoose.Core.Shaping.TokenBucket;

namespace Mongoose.Server.Outbound;

/// <summary>
/// A client's seven queues in OpenSim, seen as a shaper wants them. OpenSim's queues cannot be peeked at, so the first packet of each is
/// held here. Other threads put packets in; only the loop's thread takes them out.
/// </summary>
internal sealed class CircuitQueues : IChannelQueues
{
    private const int TypicalPacketBytes = 600;
    private const double SizeSmoothing = 0.05;

    private readonly OpenSimInternals _internals;
    private readonly LLUDPClient _client;
    private readonly DoubleLocklessQueue<OutgoingPacket>[] _outboxes;
    private readonly OutgoingPacket?[] _held = new OutgoingPacket?[ChannelRates.Count];
    private readonly ArrivalTimes[] _arrivals = Enumerable.Range(0, ChannelRates.Count).Select(_ => new ArrivalTimes()).ToArray();
    private readonly double[] _meanBytes = Enumerable.Repeat((double)TypicalPacketBytes, ChannelRates.Count).ToArray();

    public CircuitQueues(OpenSimInternals internals, LLUDPClient client)
    {
        _internals = internals;
        _client = client;
        _outboxes = internals.Outboxes(client);
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

    /// <summary>Takes the first packet, which <see cref="HeadBytes"/> has found.</summary>
    /// <param name="channel">Whose.</param>
    /// <param name="now">The time.</param>
    /// <param name="waited">How long it stood in the queue.</param>
    public OutgoingPacket Take(Channel channel, Instant now, out Duration waited)
    {
        int i = (int)channel;
        OutgoingPacket packet = _held[i]!;
        _held[i] = null;
        waited = _arrivals[i].Take(now);
        _meanBytes[i] += SizeSmoothing * (BytesOf(packet) - _meanBytes[i]);
        return packet;
    }

    /// <summary>Takes over what stock scheduling has parked.</summary>
    public void TakeParked()
    {
        OutgoingPacket?[] parked = _internals.Parked(_client);
        for (int i = 0; i < ChannelRates.Count; i++)
        {
            if (_held[i] is null)
                (_held[i], parked[i]) = (parked[i], null);
        }
    }

    /// <summary>Gives what is held back to stock scheduling; what it has no room for is sent.</summary>
    public void ReturnHeld(Action<OutgoingPacket> send)
    {
        OutgoingPacket?[] parked = _internals.Parked(_client);
        for (int i = 0; i < ChannelRates.Count; i++)
        {
            OutgoingPacket? held = _held[i];
            _held[i] = null;
            if (held is null)
                continue;
            if (parked[i] is null)
                parked[i] = held;
            else
                send(held);
        }
    }

    private static int BytesOf(OutgoingPacket? packet) =>
        packet?.Buffer is { DataLength: > 0 } buffer ? Math.Min(buffer.DataLength, TokenBucket.MaxPacketBytes) : 0;
}
