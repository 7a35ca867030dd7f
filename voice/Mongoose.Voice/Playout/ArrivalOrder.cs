using Mongoose.Core.Units;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Playout;

/// <summary>The relation of a packet to the earlier ones.</summary>
internal enum ArrivalKind
{
    /// <summary>
    /// The first packet, or the first of a new timeline: the source has restarted, or has changed its SSRC or timestamps.
    /// </summary>
    First,

    /// <summary>Later than all others.</summary>
    Next,

    /// <summary>Reordered: earlier than the latest packet.</summary>
    Earlier,

    Duplicate,

    /// <summary>Does not continue the timeline. If the next packet continues this packet, the source has restarted.</summary>
    Stray,
}

/// <summary>Orders the packets of a source by number and timestamp, and gives them positions on a timeline that does not wrap.</summary>
/// <param name="clockRate">Ticks per second.</param>
internal sealed class ArrivalOrder(int clockRate)
{
    /// <summary>A number that is lower than the latest by at most this is an earlier packet; a lower number is a restart.</summary>
    private const int MaxBehind = 1000;

    /// <summary>The number of latest sequence numbers that are recorded, to detect duplicates.</summary>
    private const int RecordedNumbers = 64;

    /// <summary>Added to positions, so that they are never negative.</summary>
    private const long Origin = 1L << 40;

    /// <summary>A timestamp that advances faster than time by more than this has jumped.</summary>
    private static readonly Duration MaxAhead = Duration.FromMilliseconds(150);

    /// <summary>A packet that arrives more than this after the latest is not an earlier packet.</summary>
    private static readonly Duration MaxEarlier = Duration.FromSeconds(1);

    private RtpHeader _latest, _stray;
    private Instant _arrived;
    private long _position, _end;
    private ulong _seen;
    private bool _hasLatest, _hasStray;

    /// <summary>The number of packets that are missing directly before the last packet.</summary>
    public int Lost { get; private set; }

    /// <summary>Classifies a packet, and finds its position.</summary>
    /// <param name="ticks">The length of the packet's audio, in ticks.</param>
    /// <param name="isPausing">Whether the source pauses: then a new timeline is accepted at once.</param>
    /// <param name="now">When the packet arrived.</param>
    /// <param name="position">The position of the packet's first sample, in ticks.</param>
    public ArrivalKind Classify(in RtpHeader header, int ticks, bool isPausing, Instant now, out long position)
    {
        position = _position + (int)(header.Timestamp - _latest.Timestamp);
        ArrivalKind kind = KindOf(header, position, now);
        Lost = kind == ArrivalKind.Next ? Math.Max(0, -Behind(header) - 1) : 0;
        if (kind == ArrivalKind.Stray && (isPausing || !_hasLatest || ContinuesStray(header)))
            (kind, position, _seen) = (ArrivalKind.First, Origin + header.Timestamp, 0);
        if (kind == ArrivalKind.Stray)
            (_stray, _hasStray) = (header, true);
        else if (kind is ArrivalKind.First or ArrivalKind.Next)
            Advance(header, position, ticks, now);
        else if (kind == ArrivalKind.Earlier && Behind(header) < RecordedNumbers)
            _seen |= 1ul << Behind(header);
        return kind;
    }

    private int Behind(in RtpHeader header) => (short)(_latest.Number - header.Number);

    private ArrivalKind KindOf(in RtpHeader header, long position, Instant now)
    {
        if (!_hasLatest || header.Ssrc != _latest.Ssrc)
            return ArrivalKind.Stray;
        int behind = Behind(header);
        if (behind is < 0 or > MaxBehind)
            return position > _position && !IsAhead(position, now) ? ArrivalKind.Next : ArrivalKind.Stray;
        if (position > _position || _position - position > clockRate || now - _arrived > MaxEarlier)
            return ArrivalKind.Stray;
        return behind < RecordedNumbers && (_seen & (1ul << behind)) != 0 ? ArrivalKind.Duplicate : ArrivalKind.Earlier;
    }

    private bool IsAhead(long position, Instant now) =>
        position != _end && Duration.FromSeconds((double)(position - _position) / clockRate) - (now - _arrived) > MaxAhead;

    private bool ContinuesStray(in RtpHeader header)
    {
        uint step = header.Timestamp - _stray.Timestamp;
        return _hasStray && header.Ssrc == _stray.Ssrc && header.Number == (ushort)(_stray.Number + 1) && step > 0 && step <= clockRate;
    }

    private void Advance(in RtpHeader header, long position, int ticks, Instant now)
    {
        int ahead = -Behind(header);
        _seen = (ahead is > 0 and < RecordedNumbers ? _seen << ahead : 0) | 1;
        (_latest, _position, _end, _arrived) = (header, position, position + ticks, now);
        (_hasLatest, _hasStray) = (true, false);
    }
}
