using Mongoose.Core.Units;
using Mongoose.Testbed.Results.Series;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>The number of streams that a mixer sends, over time.</summary>
internal sealed class StreamFigures(FlowRecord record)
{
    private readonly List<Duration> _timeByStreams = [];
    private readonly Dictionary<MixingMode, Duration> _timeByMode = [];
    private readonly List<double> _at = [];
    private readonly List<double> _samples = [];
    private (Duration Since, int Streams, MixingMode Mode)? _current;
    private int _changes;

    /// <summary>The name of the series of a flow's streams.</summary>
    public static string SeriesOf(FlowRecord flow) => $"{flow.Name}.streams";

    /// <summary>Sets the number of streams that are sent from this time on.</summary>
    public void Set(Duration at, int streams, MixingMode mode)
    {
        EndPeriod(at);
        if (_current is { } before && before.Streams != streams && record.IsMeasured(at))
            _changes++;
        _current = (at, streams, mode);
    }

    /// <summary>Takes a sample for the series.</summary>
    public void Sample(Duration at)
    {
        _at.Add(at.Seconds);
        _samples.Add(_current?.Streams ?? 0);
    }

    /// <summary>Adds the figures to the record.</summary>
    public void Add()
    {
        EndPeriod(record.End);
        double all = _timeByStreams.Sum(time => time.Seconds), mean = Weighted(streams => streams) / all;
        int[] used = Enumerable.Range(0, _timeByStreams.Count).Where(streams => _timeByStreams[streams] > Duration.Zero).ToArray();
        record.Extra.AddRange(
        [
            ("streams.mean", mean),
            ("streams.sd", Math.Sqrt(Weighted(streams => (streams - mean) * (streams - mean)) / all)),
            ("streams.min", used.Length == 0 ? double.NaN : used[0]),
            ("streams.max", used.Length == 0 ? double.NaN : used[^1]),
            ("changesPerMinute", _changes * 60 / all),
            ("silentSeconds", SecondsIn(MixingMode.Probing)),
            ("probingPercent", 100 * SecondsIn(MixingMode.Probing) / all),
            ("competingPercent", 100 * SecondsIn(MixingMode.Competing) / all),
        ]);
        record.Series.Add(TimeSeries.Moments(SeriesOf(record), "", _at.ToArray(), _samples.ToArray()));
    }

    private double Weighted(Func<int, double> valueOf) => _timeByStreams.Select((time, streams) => time.Seconds * valueOf(streams)).Sum();

    private double SecondsIn(MixingMode mode) => _timeByMode.GetValueOrDefault(mode).Seconds;

    private void EndPeriod(Duration at)
    {
        if (_current is not { } period)
            return;
        Duration measured = record.MeasuredPart(period.Since, at);
        while (_timeByStreams.Count <= period.Streams)
            _timeByStreams.Add(Duration.Zero);
        _timeByStreams[period.Streams] += measured;
        _timeByMode[period.Mode] = _timeByMode.GetValueOrDefault(period.Mode) + measured;
    }
}
