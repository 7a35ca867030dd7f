using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Samples a rate controller: its requested rate and its window.</summary>
internal sealed class RateRecord
{
    private readonly IRateController _controller;
    private readonly FlowRecord _record;
    private readonly Sampler _sampler;
    private readonly List<double> _at = [];
    private readonly List<double> _requested = [];
    private readonly List<double> _windows = [];
    private readonly List<double> _measured = [];
    private long _lossEventsBefore;

    public RateRecord(IScheduler scheduler, Instant origin, IRateController controller, FlowRecord record)
    {
        (_controller, _record) = (controller, record);
        _sampler = new Sampler(scheduler, origin, Sample);
    }

    /// <summary>The name of the series of requested rates of a flow's viewer.</summary>
    public static string RequestedSeries(FlowRecord flow) => $"{flow.Name}.requestedKbps";

    public void Start() => _sampler.Start();

    public void Stop() => _sampler.Stop();

    public void Finish()
    {
        double mean = _measured.Count == 0 ? 0 : _measured.Average();
        _record.Extra.AddRange(
        [
            ("requestedKbps", mean),
            ("usePercent", mean == 0 ? double.NaN : 100 * _record.Goodput.KilobitsPerSecond / mean),
            ("lossEvents", _controller.State.LossEvents - _lossEventsBefore),
        ]);
        _record.Series.Add(TimeSeries.Moments(RequestedSeries(_record), "kbit/s", _at.ToArray(), _requested.ToArray()));
        _record.Series.Add(TimeSeries.Moments($"{_record.Name}.windowBytes", "bytes", _at.ToArray(), _windows.ToArray()));
        _record.Series.Add(SampleSeries.From($"{_record.Name}.requestedKbpsSamples", "kbit/s", _measured.ToArray()));
    }

    private void Sample(Duration at)
    {
        double requested = _controller.Rate.KilobitsPerSecond;
        _at.Add(at.Seconds);
        _requested.Add(requested);
        _windows.Add(_controller.State.WindowBytes);
        if (_record.IsMeasured(at))
            _measured.Add(requested);
        else if (_measured.Count == 0)
            _lossEventsBefore = _controller.State.LossEvents;
    }
}

/// <summary>Takes samples at equal intervals, from its start until it is stopped.</summary>
/// <param name="scheduler">The scheduler on whose thread it samples.</param>
/// <param name="origin">The run's start on the scheduler's clock.</param>
/// <param name="sample">Called with the time since the run's start.</param>
/// <param name="interval">The time between samples; null: 100 ms.</param>
internal sealed class Sampler(IScheduler scheduler, Instant origin, Action<Duration> sample, Duration? interval = null)
{
    private static readonly Duration UsualInterval = Duration.FromMilliseconds(100);

    private readonly Duration _interval = interval ?? UsualInterval;
    private bool _stopped;

    public void Start() => Sample();

    public void Stop() => _stopped = true;

    private void Sample()
    {
        if (_stopped)
            return;
        sample(scheduler.Now - origin);
        scheduler.At(scheduler.Now + _interval, Sample);
    }
}
