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
    private int _readings, _knownReadings, _released;
    private double _capacitySum;

    /// <param name="scenario">The scenario, for the bin width and the warm-up.</param>
    /// <param name="scheduler">The clamp's clock; all calls are made on its thread.</param>
    /// <param name="origin">The run's start on the scheduler's clock.</param>
    public ClampWatch(LinkClamp clamp, Scenario scenario, IScheduler scheduler, Instant origin)
    {
        (_clamp, _scheduler, _bin) = (clamp, scheduler, scenario.Bin);
        (_origin, _from) = (origin, origin + scenario.WarmUp);
        scheduler.At(origin + _bin, () => Read(1));
    }

    /// <summary>
    /// Adds the figures. Shares of time are shares of the readings; the capacity is the mean over the readings in which it is known.
    /// </summary>
    /// <param name="stats">Receives the stats, whose names start with <c>clamp.</c></param>
    /// <param name="series">Receives the series.</param>
    /// <param name="name">The first part of the series' name.</param>
    public void AddTo(List<(string, double)> stats, List<DataSeries> series, string name)
    {
        (long acknowledgments, long rewritten) = _warmedUp ?? (0, 0);
        stats.AddRange(
        [
            ("clamp.capacityKbps", _knownReadings == 0 ? double.NaN : _capacitySum / _knownReadings),
            ("clamp.releasedPercent", Percent.Of(_released, _readings)),
            ("clamp.rewrittenPercent", Percent.Of(_clamp.Rewritten - rewritten, _clamp.Acknowledgments - acknowledgments)),
        ]);
        series.Add(TimeSeries.Moments($"{name}CapacityKbps", "kbit/s", [.. _at], [.. _capacity]));
    }

    /// <summary>Reads at the end of a bin; each time follows from the run's start, so that late wake-ups do not add up.</summary>
    private void Read(int bins)
    {
        Instant now = _scheduler.Now;
        WindowClamp clamp = _clamp.Clamp;
        bool isWarm = now >= _from;
        if (isWarm)
        {
            _warmedUp ??= (_clamp.Acknowledgments, _clamp.Rewritten);
            _readings++;
            _released += clamp.Released ? 1 : 0;
        }
        if (clamp.Capacity is { } capacity)
            Add(capacity.KilobitsPerSecond, now, isWarm);
        _scheduler.At(_origin + _bin * (bins + 1), () => Read(bins + 1));
    }

    private void Add(double capacityKbps, Instant now, bool isWarm)
    {
        _at.Add((now - _origin).Seconds);
        _capacity.Add(capacityKbps);
        if (!isWarm)
            return;
        _capacitySum += capacityKbps;
        _knownReadings++;
    }
}
