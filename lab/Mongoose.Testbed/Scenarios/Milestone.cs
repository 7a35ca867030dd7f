using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios;

/// <summary>
/// A rate of viewers' requests, a number of mixers' streams, or a rate on the line to reach after a change; the time that it takes becomes
/// a stat.
/// </summary>
/// <param name="Name">The prefix of the stat's name: <c>up</c> gives <c>FLOW.upSeconds</c>.</param>
/// <param name="At">The time of the change, from the run's start.</param>
/// <param name="Rate">The requested rate to reach, or null.</param>
/// <param name="Up">Whether the rate or number is reached from below.</param>
/// <param name="Flows">The names of flow groups; empty means all.</param>
/// <param name="Streams">The number of streams to reach, or null.</param>
/// <param name="LineRate">The rate on the line to reach, as a mean of two seconds, or null.</param>
internal sealed record Milestone(
    [property: Setting("name", IsRequired = true, Pattern = "^[A-Za-z][A-Za-z0-9]*$", Range = "letters and digits, starting with a letter",
        Text = "prefix of the stat: `up` gives `FLOW.upSeconds`; unique")]
    string Name,
    [property: Setting("atSeconds", IsRequired = true, Min = 0, Max = Scenario.MaxSeconds, Unit = "s", Range = "0 to `seconds`",
        Text = "time of the change")]
    Duration At,
    [property: Setting("kbps", Min = 0.001, Max = 1_000_000, Unit = "kbit/s", Default = "none; one of this, `streams` and `lineKbps`",
        Text = "requested rate of circuits to reach")]
    DataRate? Rate,
    [property: Setting("direction", FlagNames = "down up", Text = "reached from below (`up`) or above")]
    bool Up,
    [property: Setting("flows", OrOne = true, Range = "names of flows", Default = "all", Text = "flows that are timed")]
    IReadOnlyList<string> Flows,
    [property: Setting("streams", Min = 0, Max = 1000, Default = "none", Text = "streams of `voice` flows to reach")]
    int? Streams = null,
    [property: Setting("lineKbps", Min = 0.001, Max = 1_000_000, Unit = "kbit/s", Default = "none",
        Text = "rate on the line to reach, mean of two seconds, such as 0.8 of a fair share")]
    DataRate? LineRate = null) : ISettingRules
{
    /// <summary>A rate on the line counts as the mean over this time.</summary>
    private const double MeanSeconds = 2;

    public Milestone()
        : this("", Duration.Zero, null, true, [])
    {
    }

    /// <summary>The stat's name without the flow's name.</summary>
    public string Stat => $"{Name}Seconds";

    /// <param name="flow">A flow's name, including its number if the group has several flows.</param>
    public bool IsFor(string flow) => Flows.Count == 0 || Flows.Contains(flow.Split('.')[0]);

    /// <summary>
    /// Time in seconds from <see cref="At"/> until the rate or number is first reached; if it never is, until the run's end, which is a
    /// lower bound. (RFC 5166, 2.2.1.)
    /// </summary>
    /// <param name="values">
    /// Requested rates in kbit/s, or numbers of streams, each holding until the next; or rates on the line in bins.
    /// </param>
    public double SecondsUntil(TimeSeries values, Duration length) =>
        LineRate is { } rate ? SecondsUntil(values, rate, length) : SecondsUntil(values, Streams ?? Rate?.KilobitsPerSecond ?? 0, length);

    private double SecondsUntil(TimeSeries bins, DataRate rate, Duration length)
    {
        double width = bins.BinSeconds ?? 1;
        int first = (int)Math.Ceiling(At.Seconds / width), count = Math.Max(1, (int)Math.Round(MeanSeconds / width));
        for (int end = first + count; end <= bins.Values.Length; end++)
        {
            double mean = bins.Values[(end - count)..end].Average();
            if (Up ? mean >= rate.KilobitsPerSecond : mean <= rate.KilobitsPerSecond)
                return end * width - At.Seconds;
        }
        return (length - At).Seconds;
    }

    private double SecondsUntil(TimeSeries values, double level, Duration length)
    {
        for (int i = 0; i < values.Values.Length; i++)
        {
            double since = values.Time(i) - At.Seconds;
            if (since >= 0 && (Up ? values.Values[i] >= level : values.Values[i] <= level))
                return since;
        }
        return (length - At).Seconds;
    }

    object ISettingRules.Finish(ISettingReport report)
    {
        if (new object?[] { Rate, Streams, LineRate }.Count(level => level is not null) != 1)
            report.Problem(null, "a milestone needs one of kbps, streams and lineKbps");
        return this;
    }
}
