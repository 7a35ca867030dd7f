using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// Measures every millisecond how late the viewers' thread runs. Packets that arrive while it is late may be logged as if they had arrived
/// together.
/// </summary>
internal sealed class LatenessProbe
{
    /// <summary>If the thread is later than this, it counts as stalled by a garbage collection or by the load of the host.</summary>
    public static readonly Duration Stall = Duration.FromMilliseconds(10);

    private static readonly Duration Interval = Duration.FromMilliseconds(1);

    private readonly RealTimeLoop _loop;
    private readonly List<(Instant From, Instant To)> _stalls = [];
    private Instant _due;
    private Duration _max;

    public LatenessProbe(RealTimeLoop loop)
    {
        _loop = loop;
        _loop.Invoke(() =>
        {
            _due = _loop.Now;
            Measure();
        });
    }

    /// <summary>The maximum lateness since the probe was created.</summary>
    public Duration Max => _loop.Invoke(() => _max);

    /// <summary>The total time of stalls; each includes the time of another <see cref="Stall"/> for the accumulated packets.</summary>
    public Duration Stalled => _loop.Invoke(() => new Duration(_stalls.Sum(stall => (stall.To - stall.From).Nanoseconds)));

    /// <summary>
    /// The parts of a log between the times of <see cref="Stalled"/>. Packets that a link on the same thread received after a stall are
    /// logged one
    /// <paramref name="delay"/> of the link later and just as close together, so those times are excluded as well.
    /// </summary>
    public IEnumerable<Arrival[]> Undisturbed(IEnumerable<Arrival> log, Duration delay)
    {
        (Instant From, Instant To)[] stalls = _loop.Invoke(() =>
            _stalls.Concat(_stalls.Select(stall => (stall.From + delay, stall.To + delay))).ToArray());
        return log.Where(arrival => !stalls.Any(stall => arrival.At >= stall.From && arrival.At < stall.To))
            .GroupBy(arrival => stalls.Count(stall => stall.To <= arrival.At))
            .Select(part => part.ToArray());
    }

    private void Measure()
    {
        Duration late = _loop.Now - _due;
        _max = Duration.Max(_max, late);
        if (late > Stall)
            _stalls.Add((_due, _loop.Now + Stall));
        _due = _loop.Now + Interval;
        _loop.At(_due, Measure);
    }
}
