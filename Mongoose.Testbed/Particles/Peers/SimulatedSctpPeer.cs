using Mongoose.Core.Units;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.CongestionControl;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Particles.Peers;

/// <summary>
/// SCTP in simulation: unordered messages, each in a DATA chunk, reliable or with a time limit (RFC 3758, RFC 7496). It is the simulated TCP without
/// order: congestion control, SACK and retransmission are TCP's, and so are the headers of 52 bytes, where SCTP has 32. A chunk is delivered when its
/// bytes are there. With a time limit, chunks that are too old are neither sent nor sent again; a lost segment of such chunks is replaced by a short
/// notice. The kernel's or a library's SCTP differs in details, such as the number of reports of lost chunks.
/// </summary>
internal sealed class SimulatedSctpPeer : IStateSender
{
    /// <summary>The header of a DATA chunk (RFC 9260 section 3.3.1); chunks are padded to multiples of 4 bytes.</summary>
    private const int ChunkHeaderBytes = 16;

    private const int MaxSegmentBytes = 1448;

    private readonly IScheduler _scheduler;
    private readonly TcpFlow _flow;
    private readonly Duration? _limit;
    private readonly ValueHandler _received;
    private readonly int _chunkBytes, _chunksPerSegment;
    private readonly List<(ParticleValue Value, Instant MadeAt)> _sent = [];
    private readonly Queue<(ParticleValue Value, Instant MadeAt)> _waiting = new();
    private readonly Action _write;

    /// <param name="scheduler">The clock of both ends.</param>
    /// <param name="flow">A flow with <see cref="OptionsFor"/>, for this peer alone.</param>
    /// <param name="messageBytes">Bytes of a message.</param>
    /// <param name="limit">The age at which a value is given up; null for never.</param>
    /// <param name="received">Handles each value.</param>
    public SimulatedSctpPeer(IScheduler scheduler, TcpFlow flow, int messageBytes, Duration? limit, ValueHandler received)
    {
        (_scheduler, _flow, _limit, _received, _write) = (scheduler, flow, limit, received, Write);
        _chunkBytes = ChunkBytesOf(messageBytes);
        _chunksPerSegment = MaxSegmentBytes / _chunkBytes;
        flow.Sink.Arrived = Arrived;
        if (limit is not null)
            flow.Source.GivesUp = IsTooOld;
    }

    /// <summary>
    /// The options of the flow below: segments of whole chunks, an initial window of three segments (RFC 9260 section 7.2.1), a timeout of at least 1 s,
    /// and an acknowledgment for every second packet or after 200 ms (sections 6.2 and 15).
    /// </summary>
    public static TcpOptions OptionsFor(int messageBytes) => TcpOptions.Linux with
    {
        CongestionControl = new Reno(),
        SegmentBytes = MaxSegmentBytes / ChunkBytesOf(messageBytes) * ChunkBytesOf(messageBytes),
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
            long abandoned = _flow.Source.AbandonedBytes;
            return new WireCounts(counters.BytesSent - abandoned + counters.SegmentsSent * WireHeaders.Tcp, counters.BytesRetransmitted - abandoned);
        }
    }

    /// <summary>Opens the association: a first chunk without a value makes the flow connect.</summary>
    public void Open() => Write([(new ParticleValue(-1, -1, 0, 0, 0), _scheduler.Now)]);

    public void SendFrame(ReadOnlySpan<ParticleValue> moved)
    {
        foreach (ParticleValue value in moved)
            _waiting.Enqueue((value, _scheduler.Now));
        Write();
    }

    private static int ChunkBytesOf(int messageBytes) => ChunkHeaderBytes + (messageBytes + 3) / 4 * 4;

    /// <summary>Without a limit, all values are written at once. With one, they wait until they can be sent, so that they can still be given up.</summary>
    private void Write()
    {
        List<(ParticleValue, Instant)> bundle = [];
        while (_waiting.Count > 0 && (_limit is null || _flow.HasRoom))
        {
            bundle.Clear();
            while (bundle.Count < _chunksPerSegment && _waiting.TryDequeue(out (ParticleValue Value, Instant MadeAt) next))
            {
                if (!IsTooOld(next.MadeAt))
                    bundle.Add(next);
            }
            Write(bundle);
        }
        if (_waiting.Count > 0)
            _flow.AwaitRoom(_write);
    }

    private void Write(IReadOnlyList<(ParticleValue, Instant)> bundle)
    {
        if (bundle.Count == 0)
            return;
        _sent.AddRange(bundle);
        _flow.Write((long)bundle.Count * _chunkBytes);
    }

    private void Arrived(SequenceRange range)
    {
        for (int i = (int)(range.Start / _chunkBytes); i < range.End / _chunkBytes; i++)
        {
            if (_sent[i].Value.Id >= 0)
                _received(_sent[i].Value);
        }
    }

    private bool IsTooOld(SequenceRange range)
    {
        for (int i = (int)(range.Start / _chunkBytes); i < range.End / _chunkBytes; i++)
        {
            if (!IsTooOld(_sent[i].MadeAt))
                return false;
        }
        return true;
    }

    private bool IsTooOld(Instant madeAt) => _limit is { } limit && _scheduler.Now - madeAt > limit;
}
