using Mongoose.Core.Units;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.CongestionControl;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Particles.Peers;

/// <summary>
/// SCTP in simulation: unordered messages, reliable or with a time limit (RFC 3758, RFC 7496), each with as many values as fit into a
/// packet and the header of a DATA chunk. It is the simulated TCP without order: congestion control, SACK and retransmission are TCP's, and
/// so are the headers of 52 bytes, where SCTP has 32. A message is delivered when its bytes are there. With a time limit, messages that are
/// too old are neither sent nor sent again; a lost segment of such messages is replaced by a short notice. A real SCTP differs in details,
/// such as the number of losses it can report.
/// </summary>
internal sealed class SimulatedSctpPeer : IStateSender
{
    /// <summary>The header of a DATA chunk (RFC 9260 section 3.3.1); chunks are padded to multiples of 4 bytes.</summary>
    private const int ChunkHeaderBytes = 16;

    private const int SegmentBytes = 1448;

    private readonly IScheduler _scheduler;
    private readonly TcpFlow _flow;
    private readonly int _messageBytes, _valuesPerMessage;
    private readonly Duration? _limit;
    private readonly ValueHandler _received;
    private readonly Queue<Message> _waiting = new();
    private readonly Queue<Message> _unacknowledged = new();
    private readonly List<Message> _underWay = [];
    private readonly SequenceRanges _arrived = new();
    private readonly Action _write;
    private long _written, _resentBytes;

    /// <param name="scheduler">The clock of both ends.</param>
    /// <param name="flow">A flow with <see cref="Options"/>, for this peer alone.</param>
    /// <param name="messageBytes">Bytes of a value.</param>
    /// <param name="limit">The age at which a message is given up; null for never.</param>
    /// <param name="received">Handles each value.</param>
    public SimulatedSctpPeer(IScheduler scheduler, TcpFlow flow, int messageBytes, Duration? limit, ValueHandler received)
    {
        (_scheduler, _flow, _messageBytes, _limit, _received, _write) = (scheduler, flow, messageBytes, limit, received, Write);
        _valuesPerMessage = Math.Max(1, (SegmentBytes - ChunkHeaderBytes) / messageBytes);
        flow.Sink.Arrived = Arrived;
        flow.Source.GivesUp = GivesUp;
    }

    /// <summary>
    /// The options of the flow below: an initial window of three segments (RFC 9260 section 7.2.1), a timeout of at least 1 s, and an
    /// acknowledgment for every second packet or after 200 ms (sections 6.2 and 15).
    /// </summary>
    public static TcpOptions Options { get; } = TcpOptions.Linux with
    {
        CongestionControl = new Reno(),
        SegmentBytes = SegmentBytes,
        InitialWindowSegments = 3,
        RtoRule = RtoRule.Rfc6298,
        MinRto = Duration.FromSeconds(1),
        SegmentsPerAck = 2,
        AckDelay = Duration.FromMilliseconds(200),
    };

    public WireCounts Wire
    {
        get
        {
            SenderCounters counters = _flow.Source.Sender.Counters;
            PacketCount abandoned = _flow.Source.Abandoned;
            return new WireCounts(
                counters.Sent.Bytes - abandoned.Bytes + abandoned.Packets * TcpPacket.NoticeBytes + counters.Sent.Packets * WireHeaders.Tcp,
                _resentBytes);
        }
    }

    /// <summary>The number of messages and ranges under way that the two ends keep.</summary>
    public int Kept => _unacknowledged.Count + _underWay.Count + _arrived.Count;

    /// <summary>Opens the association: a first message without values makes the flow connect.</summary>
    public void Open() => SendMessage([]);

    public void SendFrame(ReadOnlySpan<ParticleValue> moved)
    {
        for (; !moved.IsEmpty; moved = moved[Math.Min(moved.Length, _valuesPerMessage)..])
            SendMessage(moved[..Math.Min(moved.Length, _valuesPerMessage)]);
    }

    private void SendMessage(ReadOnlySpan<ParticleValue> values)
    {
        _waiting.Enqueue(new Message(values.ToArray(), _scheduler.Now));
        Write();
    }

    /// <summary>Messages wait until they can be sent, so that each has its own segment and can be given up before it is sent.</summary>
    private void Write()
    {
        while (_flow.HasRoom && _waiting.TryDequeue(out Message? message))
        {
            if (IsTooOld(message))
                continue;
            int bytes = ChunkHeaderBytes + (message.Values.Length * _messageBytes + 3) / 4 * 4;
            message.Range = new SequenceRange(_written, _written += bytes);
            _underWay.Add(message);
            _unacknowledged.Enqueue(message);
            _flow.Write(bytes);
        }
        if (_waiting.Count > 0)
            _flow.AwaitRoom(_write);
    }

    private void Arrived(SequenceRange range)
    {
        _arrived.Add(range);
        DeliverUpTo(range.End);
        RemoveGivenUp();
    }

    private void DeliverUpTo(long end)
    {
        for (int i = 0; i < _underWay.Count && _underWay[i].Range.Start < end; i++)
        {
            Message message = _underWay[i];
            if (_arrived.MissingIn(message.Range.Start, message.Range.End) > 0)
                continue;
            _underWay.RemoveAt(i--);
            foreach (ParticleValue value in message.Values)
                _received(value);
        }
    }

    /// <summary>Removes messages that end before the receiver's next byte in order: their missing bytes were given up.</summary>
    private void RemoveGivenUp()
    {
        int ended = 0;
        while (ended < _underWay.Count && _underWay[ended].Range.End <= _flow.DeliveredBytes)
            ended++;
        _underWay.RemoveRange(0, ended);
        _arrived.RemoveBefore(_underWay.Count > 0 ? _underWay[0].Range.Start : _flow.DeliveredBytes);
    }

    /// <summary>
    /// Decides on a retransmission: it is given up if all of its messages are too old. The sender knows what was acknowledged, not what has
    /// arrived.
    /// </summary>
    private bool GivesUp(SequenceRange range)
    {
        while (_unacknowledged.TryPeek(out Message? oldest) && oldest.Range.End <= _flow.Source.Sender.Acknowledged)
            _unacknowledged.Dequeue();
        bool isCurrent = false;
        long values = 0;
        foreach (Message message in _unacknowledged)
        {
            if (message.Range.End <= range.Start)
                continue;
            if (message.Range.Start >= range.End)
                break;
            isCurrent |= !IsTooOld(message);
            values += ValueBytesIn(message, range);
        }
        _resentBytes += isCurrent ? values : 0;
        return !isCurrent;
    }

    private long ValueBytesIn(Message message, SequenceRange range)
    {
        long start = message.Range.Start + ChunkHeaderBytes, end = start + message.Values.Length * _messageBytes;
        return Math.Max(0, Math.Min(end, range.End) - Math.Max(start, range.Start));
    }

    private bool IsTooOld(Message message) => _scheduler.Now - message.MadeAt > _limit;

    private sealed class Message(ParticleValue[] values, Instant madeAt)
    {
        public ParticleValue[] Values { get; } = values;

        public Instant MadeAt { get; } = madeAt;

        public SequenceRange Range { get; set; }
    }
}
