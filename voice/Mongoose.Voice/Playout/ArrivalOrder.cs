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

    /// <summary>After all others.</summary>
    Next,

    /// <summary>Reordered.</summary>
    Earlier,

    Duplicate,

    /// <summary>It does not continue the timeline. If the next packet continues this one, the source has restarted.</summary>
    Stray,
}

/// <summary>Orders the packets of a source by number and timestamp, and gives them positions on a timeline that does not wrap.</summary>
/// <param name="clockRate">Ticks per second.</param>
internal sealed class ArrivalOrder(int clockRate)
{
    /// <summary>Numbers that are behind the latest by at most this are earlier packets; others are a restart.</summary>
    private const int MaxBehind = 1000;

    /// <summary>Numbers that are recorded, to detect duplicates.</summary>
    private const int Recorded = 64;

    /// <summary>Added to positions, so that they are never negative.</summary>
    private const long Origin = 1L << 40;

    /// <summary>Timestamps that run ahead of time by more have jumped.</summary>
    private static readonly Duration MaxAhead = Duration.FromMilliseconds(150);

    /// <summary>A packet that arrives this long after the latest is not an earlier one.</summary>
    private static readonly Duration MaxEarlier = Duration.FromSeconds(1);

    private RtpHeader _latest, _stray;
    private Instant _arrived;
    private long _at, _end;
    private ulong _seen;
    private bool _hasLatest, _hasStray;

    /// <summary>Missing numbers directly before the last packet.</summary>
    public int Lost { get; private set; }

    /// <summary>Classifies a packet, and finds its position.</summary>
    /// <param name="ticks">Its time.</param>
    /// <param name="isPausing">Whether the source pauses: then a new timeline is accepted at once.</param>
    /// <param name="now">When it arrived.</param>
    public ArrivalKind Classify(in RtpHeader header, int ticks, bool isPausing, Instant now, out long at)
    {
        at = _at + (int)(header.Timestamp - _latest.Timestamp);
        ArrivalKind kind = KindOf(header, at, now);
        Lost = kind == ArrivalKind.Next ? Math.Max(0, -Behind(header) - 1) : 0;
        if (kind == ArrivalKind.Stray && (isPausing || !_hasLatest || ContinuesStray(header)))
            (kind, at, _seen) = (ArrivalKind.First, Origin + header.Timestamp, 0);
        if (kind == ArrivalKind.Stray)
            (_stray, _hasStray) = (header, true);
        else if (kind is ArrivalKind.First or ArrivalKind.Next)
            Advance(header, at, ticks, now);
        else if (kind == ArrivalKind.Earlier && Behind(header) < Recorded)
            _seen |= 1ul << Behind(header);
        return kind;
    }

    private int Behind(in RtpHeader header) => (short)(_latest.Number - header.Number);

    private ArrivalKind KindOf(in RtpHeader header, long at, Instant now)
    {
        if (!_hasLatest || header.Ssrc != _latest.Ssrc)
            return ArrivalKind.Stray;
        int behind = Behind(header);
        if (behind is < 0 or > MaxBehind)
            return at > _at && !IsAhead(at, now) ? ArrivalKind.Next : ArrivalKind.Stray;
        if (at > _at || _at - at > clockRate || now - _arrived > MaxEarlier)
            return ArrivalKind.Stray;
        return behind < Recorded && (_seen & (1ul << behind)) != 0 ? ArrivalKind.Duplicate : ArrivalKind.Earlier;
    }

    private bool IsAhead(long at, Instant now) =>
        at != _end && Duration.FromSeconds((double)(at - _at) / clockRate) - (now - _arrived) > MaxAhead;

    private bool ContinuesStray(in RtpHeader header)
    {
        uint step = header.Timestamp - _stray.Timestamp;
        return _hasStray && header.Ssrc == _stray.Ssrc && header.Number == (ushort)(_stray.Number + 1) && step > 0 && step <= clockRate;
    }

    private void Advance(in RtpHeader header, long at, int ticks, Instant now)
    {
        int ahead = -Behind(header);
        _seen = (ahead is > 0 and < Recorded ? _seen << ahead : 0) | 1;
        (_latest, _at, _end, _arrived) = (header, at, at + ticks, now);
        (_hasLatest, _hasStray) = (true, false);
    }
}
