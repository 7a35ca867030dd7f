using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>Reads a clamp once per bin of the scenario, from the run's start on.</summary>
internal sealed class ClampWatch
{
    private readonly LinkClamp _clamp;
    private readonly IScheduler _scheduler;
    private readonly Duration _bin;
    private readonly Instant _origin, _from;
    private readonly List<double> _at = [], _capacity = [];
    private (long Acknowledgments, long Rewritten)? _warmedUp;
    private int _readings, _released;
    private double _capacitySum;

    /// <param name="clamp">The clamp.</param>
    /// <param name="scenario">The scenario, for the bin width and the warm-up.</param>
    /// <param name="scheduler">The clamp's clock; all calls are made on its thread.</param>
    /// <param name="origin">The run's start on that clock.</param>
    public ClampWatch(LinkClamp clamp, Scenario scenario, IScheduler scheduler, Instant origin)
    {
        (_clamp, _scheduler, _bin) = (clamp, scheduler, scenario.Bin);
        (_origin, _from) = (origin, origin + scenario.WarmUp);
        scheduler.At(origin + _bin, () => Read(1));
    }

    /// <summary>Adds the figures. Shares of time are shares of the readings.</summary>
    /// <param name="stats">Receives the stats, whose names start with <c>clamp.</c></param>
    /// <param name="series">Receives the series.</param>
    /// <param name="name">The first part of the series' name.</param>
    public void AddTo(List<(string, double)> stats, List<DataSeries> series, string name)
    {
        (long acknowledgments, long rewritten) = _warmedUp ?? (0, 0);
        stats.Add(("clamp.capacityKbps", _readings == 0 ? double.NaN : _capacitySum / _readings));
        stats.Add(("clamp.releasedPercent", Percent.Of(_released, _readings)));
        stats.Add(("clamp.rewrittenPercent", Percent.Of(_clamp.Rewritten - rewritten, _clamp.Acknowledgments - acknowledgments)));
        series.Add(TimeSeries.Moments($"{name}CapacityKbps", "kbit/s", [.. _at], [.. _capacity]));
    }

    /// <summary>Reads at the end of a bin; each time follows from the run's start, so that late wake-ups do not add up.</summary>
    private void Read(int bins)
    {
        Instant now = _scheduler.Now;
        ClampReading reading = _clamp.Clamp.Read(now);
        double capacity = reading.Capacity?.KilobitsPerSecond ?? 0;
        _at.Add((now - _origin).Seconds);
        _capacity.Add(capacity);
        if (now >= _from)
        {
            _warmedUp ??= (_clamp.Acknowledgments, _clamp.Rewritten);
            _capacitySum += capacity;
            _readings++;
            _released += reading.Released ? 1 : 0;
        }
        _scheduler.At(_origin + _bin * (bins + 1), () => Read(bins + 1));
    }
}
