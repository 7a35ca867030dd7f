using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Voice.Mixing;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Samples of the path's state as the controller of a sending mixer knows it.</summary>
internal sealed class ControllerFigures(FlowRecord record)
{
    private readonly DelaySamples _queueing = new();
    private readonly List<double> _fair = [];
    private long _lossEventsBefore, _lossEvents;

    /// <summary>Takes a sample.</summary>
    public void Sample(Duration at, in MixingState state)
    {
        _lossEvents = state.LossEvents;
        if (!record.IsMeasured(at))
        {
            if (_queueing.Count == 0)
                _lossEventsBefore = state.LossEvents;
            return;
        }
        _queueing.Add(state.Queueing);
        if (state.RoundTrip > Duration.Zero)
            record.RoundTrip(at, state.RoundTrip);
        if (state.FairRate < DataRate.MaxValue)
            _fair.Add(state.FairRate.KilobitsPerSecond);
    }

    /// <summary>Adds the figures to the record.</summary>
    public void Add()
    {
        record.Extra.AddRange(
        [
            ("queueMs.p50", _queueing.Summarise().P50),
            ("lossEvents", _lossEvents - _lossEventsBefore),
            ("fairKbps", Moments.Mean(_fair.ToArray())),
        ]);
    }
}
