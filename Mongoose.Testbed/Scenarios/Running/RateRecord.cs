using Mongoose.Client.Runtime;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>Looks at a rate controller again and again: what it asks for, and its window.</summary>
internal sealed class RateRecord(IScheduler scheduler, Instant origin, IRateController controller, FlowRecord record)
{
    private static readonly Duration Interval = Duration.FromMilliseconds(100);

    private readonly List<double> _at = [];
    private readonly List<double> _requested = [];
    private readonly List<double> _windows = [];
    private readonly List<double> _measured = [];
    private long _lossEventsBefore;
    private bool _stopped;

    /// <summary>The name of the series of what a flow's viewer asks for.</summary>
    public static string RequestedSeries(FlowRecord flow) => $"{flow.Name}.requestedKbps";

    public void Look()
    {
        if (_stopped)
            return;
        Duration at = scheduler.Now - origin;
        double requested = controller.Rate.KilobitsPerSecond;
        _at.Add(at.Seconds);
        _requested.Add(requested);
        _windows.Add(controller.State.WindowBytes);
        if (record.IsMeasured(at))
            _measured.Add(requested);
        else if (_measured.Count == 0)
            _lossEventsBefore = controller.State.LossEvents;
        scheduler.At(scheduler.Now + Interval, Look);
    }

    public void Stop() => _stopped = true;

    public void Finish()
    {
        double mean = _measured.Count == 0 ? 0 : _measured.Average();
        record.Extra.Add(("requestedKbps", mean));
        record.Extra.Add(("usePercent", mean == 0 ? double.NaN : 100 * record.Goodput.KilobitsPerSecond / mean));
        record.Extra.Add(("lossEvents", controller.State.LossEvents - _lossEventsBefore));
        record.Series.Add(TimeSeries.Moments(RequestedSeries(record), "kbit/s", _at.ToArray(), _requested.ToArray()));
        record.Series.Add(TimeSeries.Moments($"{record.Name}.windowBytes", "bytes", _at.ToArray(), _windows.ToArray()));
        record.Series.Add(SampleSeries.Of($"{record.Name}.requestedKbpsSamples", "kbit/s", _measured.ToArray()));
    }
}
