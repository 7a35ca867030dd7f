using Mongoose.Core.Paths;
using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Feedback;

/// <summary>
/// The receiver's side of feedback: logs arrivals and says when a report is due.
/// <para>
/// A report is due <see cref="ReportTiming.Interval"/> after the first unreported arrival. After a gap in the numbers it is due at once,
/// but at most every <see cref="MinSpacing"/>. It is also due at once when half of <see cref="MaxArrivals"/> are unreported, so that two
/// reports in a row can contain each arrival. Until the last arrival is as old as <see cref="ReportTiming.Repeat"/>, each report makes the
/// next one due an interval later.
/// </para>
/// <para>Not thread-safe; allocates nothing after construction.</para>
/// </summary>
/// <param name="timing">The times of reports and repetitions; negative times count as zero.</param>
public sealed class ArrivalLog(ReportTiming timing)
{
    /// <summary>The maximum number of arrivals in a report; the oldest are left out.</summary>
    public const int MaxArrivals = 256;

    /// <summary>The minimum time from a report to one that is due because of a gap, and between reports that only repeat.</summary>
    public static readonly Duration MinSpacing = Duration.FromMilliseconds(10);

    /// <summary>
    /// The time in which the same number is a duplicate, if <see cref="ReportTiming.Repeat"/> is not longer. A restarted sender may begin
    /// with the same numbers.
    /// </summary>
    public static readonly Duration DuplicateTime = Duration.FromSeconds(2);

    private readonly Duration _interval = Duration.Max(timing.Interval, Duration.Zero);
    private readonly Duration _repeat = Duration.Max(timing.Repeat, Duration.Zero);
    private readonly Duration _duplicate = Duration.Max(timing.Repeat, DuplicateTime);

    /// <summary>
    /// Two rings of the latest arrivals. The numbers have a ring of their own, so that a search takes a few vector instructions.
    /// </summary>
    private readonly uint[] _numbers = new uint[MaxArrivals];
    private readonly Instant[] _times = new Instant[MaxArrivals];
    private readonly PacketArrival[] _report = new PacketArrival[MaxArrivals];
    private int _next, _count, _unreported;
    private uint _highest;
    private Instant _reportedAt = Instant.LongAgo;

    /// <summary>When the next report is due; <see cref="Instant.Never"/> while there is nothing new and nothing to repeat.</summary>
    public Instant NextReport { get; private set; } = Instant.Never;

    /// <summary>Logs a packet. A duplicate changes nothing.</summary>
    public void Arrived(uint number, Instant now)
    {
        // Old arrivals that were reported are removed, because their numbers may be in use again.
        while (_count > _unreported && now - _times[Slot(_count - 1)] >= _duplicate)
            _count--;
        if (Contains(number))
            return;
        bool isGap = IsGap(number);
        Add(number, now);
        NextReport = Instant.Min(NextReport, now + _interval);
        if (isGap)
            NextReport = Instant.Min(NextReport, Instant.Max(now, _reportedAt + MinSpacing));
        if (_unreported >= MaxArrivals / 2)
            NextReport = Instant.Min(NextReport, now);
    }

    /// <summary>
    /// Makes a report: all arrivals within <see cref="ReportTiming.Repeat"/>, older unreported ones, and the one before them if numbers are
    /// missing in between: so the report says that these did not arrive. It is valid until the next call.
    /// </summary>
    public ArrivalReport Take(Instant now)
    {
        int length = 0;
        while (length < _count && (length < _unreported || now - _times[Slot(length)] < _repeat))
            Report(length++, now);
        if (length > 0 && length < _count && IsGapAfter(length))
            Report(length++, now);
        (_unreported, _reportedAt) = (0, now);
        Instant repeat = now + Duration.Max(_interval, MinSpacing);
        NextReport = length > 0 && repeat - _times[Slot(0)] < _repeat ? repeat : Instant.Never;
        return new ArrivalReport(now, _report.AsSpan(0, length));
    }

    private void Report(int back, Instant now) =>
        _report[back] = new PacketArrival(_numbers[Slot(back)], Duration.Max(now - _times[Slot(back)], Duration.Zero));

    /// <summary>
    /// Whether numbers are missing between an arrival and the next one. With a longer gap, the sender has restarted.
    /// </summary>
    private bool IsGapAfter(int back) => _numbers[Slot(back - 1)] - _numbers[Slot(back)] - 1 is > 0 and < MaxArrivals;

    /// <summary>The slot of an arrival; 0 is the latest.</summary>
    private int Slot(int back) => (_next - 1 - back) & (MaxArrivals - 1);

    private void Add(uint number, Instant now)
    {
        (_numbers[_next], _times[_next]) = (number, now);
        _next = (_next + 1) & (MaxArrivals - 1);
        _count = Math.Min(_count + 1, MaxArrivals);
        _unreported = Math.Min(_unreported + 1, MaxArrivals);
    }

    private bool Contains(uint number)
    {
        int first = _next - _count;
        return _numbers.AsSpan(Math.Max(first, 0).._next).Contains(number)
            || first < 0 && _numbers.AsSpan(first + MaxArrivals).Contains(number);
    }

    /// <summary>
    /// Whether packets are missing before a number. A number far below the highest is not a late packet: the sender has restarted.
    /// </summary>
    private bool IsGap(uint number)
    {
        uint expected = _highest + 1;
        bool isFirst = _count == 0 || _highest - number is >= MaxArrivals and <= int.MaxValue;
        if (isFirst || SentPackets.IsAfter(number, _highest))
            _highest = number;
        return !isFirst && SentPackets.IsAfter(number, expected);
    }
}
