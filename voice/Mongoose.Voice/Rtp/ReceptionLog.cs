using Mongoose.Core.Units;

namespace Mongoose.Voice.Rtp;

/// <summary>The receiver's statistics of one source: arrivals, losses and jitter (RFC 3550 appendices A.1, A.3 and A.8).</summary>
/// <remarks>
/// Unlike the appendix, it accepts the first packet of a source at once, so that no syllable is lost. As there, duplicates count as
/// received, so that the loss may be negative. A source that changes its SSRC is another source, with a log of its own.
/// </remarks>
/// <param name="clockRate">Ticks of its clock in a second.</param>
public sealed class ReceptionLog(uint ssrc, int clockRate)
{
    private const int DelayClockRate = 65_536, FractionSteps = 256;

    private ReceivedNumbers _numbers;
    private JitterMeter _jitter = new(clockRate);
    private long _receivedBefore, _expectedBefore;
    private uint _lastSenderReport;
    private Instant _heardAt;

    public uint Ssrc { get; } = ssrc;

    /// <summary>Packets received since the source began or restarted, with duplicates.</summary>
    public long Received { get; private set; }

    /// <summary>Packets expected since then, from the numbers.</summary>
    public long Expected => _numbers.Expected;

    /// <summary>Packets lost since then; negative if more duplicates arrived.</summary>
    public int CumulativeLost => (int)Math.Clamp(Expected - Received, ReportBlock.MinLost, ReportBlock.MaxLost);

    /// <summary>In ticks; at most a second.</summary>
    public uint Jitter => _jitter.Ticks;

    /// <summary>Records a packet.</summary>
    /// <returns>False for a duplicate, and for a number that is far off, until a second one confirms a restart (A.1).</returns>
    public bool Arrived(ushort number, uint timestamp, Instant now)
    {
        NumberKind kind = _numbers.Arrived(number);
        if (kind == NumberKind.Restart)
        {
            (Received, _receivedBefore, _expectedBefore) = (0, 0, 0);
            _jitter = new JitterMeter(clockRate);
        }
        if (kind == NumberKind.FarOff)
            return false;
        Received++;
        if (kind == NumberKind.Duplicate)
            return false;
        _jitter.Arrived(timestamp, MediaClock.Ticks(now, clockRate));
        return true;
    }

    /// <summary>Records a sender report of the source, to which the next block refers; one of another source changes nothing.</summary>
    public void Heard(in SenderReport report, Instant now)
    {
        if (report.Ssrc == Ssrc)
            (_lastSenderReport, _heardAt) = (NtpClock.MiddleOf(report.NtpTime), now);
    }

    /// <summary>The block of the next report; it begins a new interval for the fraction lost.</summary>
    public ReportBlock Report(Instant now)
    {
        long expected = Expected - _expectedBefore, lost = expected - (Received - _receivedBefore);
        (_expectedBefore, _receivedBefore) = (Expected, Received);
        byte fraction = lost <= 0 ? (byte)0 : (byte)Math.Min(lost * FractionSteps / expected, byte.MaxValue);
        return new ReportBlock(Ssrc, fraction, CumulativeLost, _numbers.Highest, Jitter, _lastSenderReport, DelaySince(now));
    }

    private uint DelaySince(Instant now) =>
        _lastSenderReport == 0 ? 0 : (uint)Math.Clamp(MediaClock.TicksIn(now - _heardAt, DelayClockRate), 0, uint.MaxValue);
}
