using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp.Endpoints;

/// <summary>
/// The receiving half of a connection, without clock or network. After <see cref="OnSegment"/> either <see cref="AckIsDue"/>, or an
/// acknowledgment is due at <see cref="AckAt"/>; <see cref="TakeAck"/> creates it. The application reads immediately, so the window never
/// closes.
/// </summary>
public sealed class TcpReceiver(TcpOptions options)
{
    private readonly ReassemblyBlocks _blocks = new();
    private Instant _timestamp;
    private long _lastAcked;
    private int _unacked;
    private bool _echoesMark;
    private bool _answersSyn;

    /// <summary>All bytes before this one have arrived (RCV.NXT).</summary>
    public long Next { get; private set; }

    /// <summary>Whether an acknowledgment must be sent now.</summary>
    public bool AckIsDue { get; private set; }

    /// <summary>When a delayed acknowledgment must be sent; <see cref="Instant.Never"/> if there is none.</summary>
    public Instant AckAt { get; private set; } = Instant.Never;

    /// <summary>Segments that contained nothing new.</summary>
    public long Duplicates { get; private set; }

    /// <summary>A segment has arrived; <paramref name="marked"/>: a queue has set congestion experienced on its packet.</summary>
    public void OnSegment(in DataSegment segment, bool marked, Instant now)
    {
        if (segment.Start <= _lastAcked)
            _timestamp = Instant.Max(_timestamp, segment.SentAt); // RFC 7323 section 4.3 (2)
        if (options.Ecn)
            _echoesMark = marked || (_echoesMark && !segment.Cwr);
        if (segment.IsSyn)
        {
            AckIsDue = _answersSyn = true;
            return;
        }
        if (segment.End <= Next || segment.End > Next + options.ReceiveBufferBytes)
        {
            Duplicates += segment.End <= Next ? 1 : 0;
            AckIsDue = true; // RFC 9293 section 3.10.7.4: an unacceptable segment is answered.
            return;
        }
        bool hadHoles = _blocks.Count > 0;
        if (segment.Start > Next)
            _blocks.Add(new SequenceRange(segment.Start, segment.End));
        else
            Next = _blocks.Take(segment.End);
        if (hadHoles || segment.Start > Next || ++_unacked >= options.SegmentsPerAck)
            AckIsDue = true; // RFC 5681 section 4.2: immediately if it is out of order, or if it fills a hole.
        else
            AckAt = Instant.Min(AckAt, now + options.AckDelay);
    }

    /// <summary>Creates the acknowledgment; its sender adds the timestamp.</summary>
    public AckSegment TakeAck()
    {
        bool isSyn = _answersSyn && Next == 0;
        AckIsDue = _answersSyn = false;
        AckAt = Instant.Never;
        _unacked = 0;
        _lastAcked = Next;
        return new AckSegment(Next, isSyn ? options.FirstWindow : options.Window, _timestamp, _echoesMark,
            options.Sack ? _blocks.Newest() : default, isSyn);
    }
}
