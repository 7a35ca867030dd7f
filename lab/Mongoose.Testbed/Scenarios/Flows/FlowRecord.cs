using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Mixers;
using Mongoose.Testbed.Particles;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>The measurements of one flow in one run: bytes by time bin for the whole run, and figures within the flow's window.</summary>
internal sealed class FlowRecord
{
    private readonly int _allBins;
    private readonly ByteMeter _payload;
    private readonly DataRate? _linkCapacity;

    /// <param name="scenario">The scenario, for the bin width and the length.</param>
    /// <param name="group">
    /// The flow's group, for the window: from the end of the warm-up, or the latest start of the group's flows if that is later, to their
    /// stop or the end.
    /// </param>
    public FlowRecord(Scenario scenario, FlowGroup group, string name)
    {
        Name = name;
        Bin = scenario.Bin;
        From = Duration.Max(scenario.WarmUp, group.Start + group.StartSpread);
        End = Duration.Min(group.Stop ?? scenario.Length, scenario.Length);
        Bins = _allBins = (int)(scenario.Length.Nanoseconds / Bin.Nanoseconds);
        _payload = new ByteMeter(this, _allBins);
        Sent = new ByteMeter(this, _allBins);
        Line = new ByteMeter(this, _allBins);
        _linkCapacity = scenario.LineRateOf(group);
        Length = End - group.Start;
    }

    public string Name { get; }

    /// <summary>The start of the flow's window.</summary>
    public Duration From { get; }

    /// <summary>The flow's stop time, or the run's end.</summary>
    public Duration End { get; private set; }

    /// <summary>Time from the earliest start of the group's flows to the planned <see cref="End"/>.</summary>
    public Duration Length { get; }

    /// <summary>Bin width of series over time.</summary>
    public Duration Bin { get; }

    /// <summary>Number of complete bins until the run's end.</summary>
    public int Bins { get; private set; }

    /// <summary>Bytes delivered so far, inside and outside the window; may be read from any thread.</summary>
    public long DeliveredBytes => _payload.All;

    /// <summary>Bytes of the IP packets that the sender has sent, for kinds of flows that count them.</summary>
    public ByteMeter Sent { get; }

    /// <summary>Bytes of the IP packets that reached the receiver, for kinds of flows that count them.</summary>
    public ByteMeter Line { get; }

    /// <summary>The particles of the flow, for a live picture; null for flows of other kinds.</summary>
    public ParticleView? Particles { get; set; }

    /// <summary>Reads what the mixers of the flow do at the moment, from any thread; null for flows of other kinds.</summary>
    public Func<MixerReading>? Mixers { get; set; }

    /// <summary>Round-trip times within the window.</summary>
    public DelaySamples RoundTrips { get; } = new();

    /// <summary>Additional figures of this kind of flow, by name and in order.</summary>
    public List<(string Name, double Value)> Extra { get; } = [];

    /// <summary>Additional series of this kind of flow.</summary>
    public List<DataSeries> Series { get; } = [];

    /// <summary>The mean goodput within the window.</summary>
    public DataRate Goodput => _payload.Rate;

    public double[] GoodputKbps => _payload.Kbps;

    /// <summary>The complete bins within the window.</summary>
    public Range MeasuredBins
    {
        get
        {
            int first = (int)((From.Nanoseconds + Bin.Nanoseconds - 1) / Bin.Nanoseconds),
                end = Math.Min((int)(End.Nanoseconds / Bin.Nanoseconds), Bins);
            return first < end ? first..end : default;
        }
    }

    /// <summary>The goodput in kbit/s of each bin within the window.</summary>
    public double[] MeasuredKbps => GoodputKbps[MeasuredBins];

    /// <summary>Ends window and bins early, for a run that is cut short.</summary>
    public void EndAt(Duration end)
    {
        End = Duration.Max(From, Duration.Min(End, end));
        Bins = (int)Math.Min(_allBins, end.Nanoseconds / Bin.Nanoseconds);
    }

    /// <summary>Records new payload that reached the receiver.</summary>
    public void Delivered(Duration at, int bytes) => _payload.Add(at, bytes);

    public void RoundTrip(Duration at, Duration time)
    {
        if (IsMeasured(at))
            RoundTrips.Add(time);
    }

    /// <summary>Adds the delays to the figures as a series with the name, if there are any.</summary>
    public void AddSamples(string name, DelaySamples delays)
    {
        if (delays.Count > 0)
            Series.Add(SampleSeries.From($"{Name}.{name}", delays));
    }

    /// <summary>The name of the series of the rate on the line.</summary>
    public string LineSeries => $"{Name}.lineKbps";

    /// <summary>
    /// Adds the rate of <see cref="Line"/> to the figures: it includes headers, so flows of different packet sizes can be compared.
    /// </summary>
    public void AddLineRate()
    {
        Extra.Add(("lineKbps", Line.Rate.KilobitsPerSecond));
        Series.Add(TimeSeries.Binned(LineSeries, "kbit/s", Bin, Line.Kbps));
    }

    /// <summary>
    /// Adds the rate of <see cref="Sent"/> to the figures, and how much it varies between bins: a queue in between smooths what arrives.
    /// </summary>
    public void AddSentRate()
    {
        double[] rates = Sent.Kbps;
        Extra.Add(("sentKbps", Sent.Rate.KilobitsPerSecond));
        Extra.Add(("sentCov", Moments.CoefficientOfVariation(rates[MeasuredBins])));
        Series.Add(TimeSeries.Binned($"{Name}.sentKbps", "kbit/s", Bin, rates));
    }

    /// <summary>The mean rate of bytes delivered within the window.</summary>
    public DataRate RateOf(long bytes) => DataRate.Of(bytes, End - From);

    /// <summary>
    /// The maximum rate at which a circuit's viewer can receive: the maximum that it can request, or the rate of a link on its path if that
    /// is lower.
    /// </summary>
    public DataRate LimitOf(CircuitOptions circuit) =>
        _linkCapacity is { } capacity && capacity < circuit.MaxRequest ? capacity : circuit.MaxRequest;

    /// <summary>The part of a period that is within the flow's window.</summary>
    public Duration MeasuredPart(Duration from, Duration to) =>
        Duration.Max(Duration.Zero, Duration.Min(to, End) - Duration.Max(from, From));

    /// <summary>Whether the time is within the flow's window.</summary>
    public bool IsMeasured(Duration at) => at >= From && at < End;
}

/// <summary>The records of a group's flows.</summary>
internal sealed record FlowGroupRecord(string Name, IReadOnlyList<FlowRecord> Flows)
{
    /// <summary>The links that the flows cross.</summary>
    public IReadOnlyList<string> Path { get; init; } = [];

    /// <summary>Whether the groups share a link; groups without links count as if they did.</summary>
    public bool Meets(FlowGroupRecord other) => Path.Count == 0 || Path.Intersect(other.Path).Any();
}
