using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>What is measured of one flow in one run: bytes by time bin all along, and figures within its window.</summary>
internal sealed class FlowRecord
{
    private readonly Duration _bin;
    private readonly Duration _from;
    private Duration _to;
    private readonly long[] _bins;
    private readonly DataRate? _lineRate;
    private long _bytes, _allBytes;

    /// <param name="scenario">Gives the width of bins and the length.</param>
    /// <param name="group">Gives the window: from the warm-up's end, or its start if that is later, to its stop or the end.</param>
    /// <param name="name">Of the flow.</param>
    public FlowRecord(Scenario scenario, FlowGroup group, string name)
    {
        Name = name;
        _bin = scenario.Bin;
        _from = Duration.Max(scenario.WarmUp, group.Start + group.StartSpread);
        _to = Duration.Min(group.Stop ?? scenario.Length, scenario.Length);
        _bins = new long[scenario.Length.Nanoseconds / _bin.Nanoseconds];
        Bins = _bins.Length;
        _lineRate = scenario.LineRateOf(group);
        Length = End - group.Start;
    }

    public string Name { get; }

    /// <summary>The flow's stop, or the run's end.</summary>
    public Duration End => _to;

    /// <summary>From the flow's start to its <see cref="End"/>.</summary>
    public Duration Length { get; }

    /// <summary>Width of the bins of series over time.</summary>
    public Duration Bin => _bin;

    /// <summary>How many whole bins there are until the run's end.</summary>
    public int Bins { get; private set; }

    /// <summary>So far, within the window or not; may be read from any thread.</summary>
    public long DeliveredBytes => Volatile.Read(ref _allBytes);

    /// <summary>Within the window.</summary>
    public DelaySamples RoundTrips { get; } = new();

    /// <summary>Figures of this kind of flow, by name and in order.</summary>
    public List<(string Name, double Value)> Extra { get; } = [];

    /// <summary>Series of this kind of flow.</summary>
    public List<DataSeries> Series { get; } = [];

    /// <summary>Within the window.</summary>
    public DataRate Goodput => RateOf(_bytes);

    public double[] GoodputKbps => _bins.Take(Bins).Select(bytes => DataRate.Of(bytes, _bin).KilobitsPerSecond).ToArray();

    /// <summary>The same, of the bins that lie within the window.</summary>
    public double[] MeasuredKbps
    {
        get
        {
            int first = (int)((_from.Nanoseconds + _bin.Nanoseconds - 1) / _bin.Nanoseconds), end = (int)(_to.Nanoseconds / _bin.Nanoseconds);
            return first < end ? GoodputKbps[first..Math.Min(end, Bins)] : [];
        }
    }

    /// <summary>Ends window and bins when the run ends before its time.</summary>
    public void EndAt(Duration end)
    {
        _to = Duration.Max(_from, Duration.Min(_to, end));
        Bins = (int)Math.Min(_bins.Length, end.Nanoseconds / _bin.Nanoseconds);
    }

    /// <summary>New payload reached the receiver.</summary>
    public void Delivered(Duration at, int bytes)
    {
        Volatile.Write(ref _allBytes, _allBytes + bytes);
        long bin = at.Nanoseconds / _bin.Nanoseconds;
        if (bin >= 0 && bin < _bins.Length)
            _bins[bin] += bytes;
        if (IsMeasured(at))
            _bytes += bytes;
    }

    public void RoundTrip(Duration at, Duration time)
    {
        if (IsMeasured(at))
            RoundTrips.Add(time);
    }

    /// <summary>The mean rate of what came within the window.</summary>
    public DataRate RateOf(long bytes) => DataRate.Of(bytes, _to - _from);

    /// <summary>The most that can reach a circuit's viewer: what it may ask for, or what a link on its way carries if that is less.</summary>
    public DataRate LimitOf(CircuitOptions circuit) => _lineRate is { } line && line < circuit.MaxRequest ? line : circuit.MaxRequest;

    /// <summary>Whether the time lies in the flow's window.</summary>
    public bool IsMeasured(Duration at) => at >= _from && at < _to;
}

/// <summary>The records of a group's flows.</summary>
internal sealed record FlowGroupRecord(string Name, IReadOnlyList<FlowRecord> Flows)
{
    /// <summary>The links that they cross.</summary>
    public IReadOnlyList<string> Path { get; init; } = [];

    /// <summary>Whether flows of both cross a link; groups without links count as if they did.</summary>
    public bool Meets(FlowGroupRecord other) => Path.Count == 0 || Path.Intersect(other.Path).Any();
}
