using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.OpenSim;

/// <summary>How late the viewers' thread runs, by a look every millisecond: packets of that time may be logged as if they had come at once.</summary>
internal sealed class LatenessProbe
{
    /// <summary>Later than that, the thread stood still: a collection of garbage, or the host had no time for it.</summary>
    public static readonly Duration Stall = Duration.FromMilliseconds(10);

    private static readonly Duration Interval = Duration.FromMilliseconds(1);

    private readonly RealTimeLoop _loop;
    private readonly List<(Instant From, Instant To)> _stalls = [];
    private Instant _due;
    private Duration _longest;

    public LatenessProbe(RealTimeLoop loop)
    {
        _loop = loop;
        _loop.Invoke(() =>
        {
            _due = _loop.Now;
            Look();
        });
    }

    /// <summary>Since the probe was made.</summary>
    public Duration Longest => _loop.Invoke(() => _longest);

    /// <summary>The time in which it stood still, and that of a stall after it for what had piled up.</summary>
    public Duration Stalled => _loop.Invoke(() => new Duration(_stalls.Sum(stall => (stall.To - stall.From).Nanoseconds)));

    /// <summary>
    /// What is left of a log without the times of <see cref="Stalled"/>: its parts between them. What a link on the same thread took in after it had
    /// stood still is logged by the link's <paramref name="delay"/> later, and as close together.
    /// </summary>
    public IEnumerable<Arrival[]> Undisturbed(IEnumerable<Arrival> log, Duration delay)
    {
        (Instant From, Instant To)[] stalls = _loop.Invoke(() =>
            _stalls.Concat(_stalls.Select(stall => (stall.From + delay, stall.To + delay))).ToArray());
        return log.Where(arrival => !stalls.Any(stall => arrival.At >= stall.From && arrival.At < stall.To))
            .GroupBy(arrival => stalls.Count(stall => stall.To <= arrival.At))
            .Select(part => part.ToArray());
    }

    private void Look()
    {
        Duration late = _loop.Now - _due;
        _longest = Duration.Max(_longest, late);
        if (late > Stall)
            _stalls.Add((_due, _loop.Now + Stall));
        _due = _loop.Now + Interval;
        _loop.At(_due, Look);
    }
}
