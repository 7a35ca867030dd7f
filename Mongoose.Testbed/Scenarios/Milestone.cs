using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios;

/// <summary>A rate that viewers' requests should reach after a change; the time until then becomes a stat.</summary>
/// <param name="Name">The prefix of the stat's name: <c>up</c> gives <c>FLOW.upSeconds</c>.</param>
/// <param name="At">The time of the change, from the run's start.</param>
/// <param name="Rate">The rate to reach.</param>
/// <param name="Up">Whether the rate is reached from below.</param>
/// <param name="Flows">The names of flow groups; empty means all.</param>
internal sealed record Milestone(
    [property: Setting("name", IsRequired = true, Pattern = "^[A-Za-z][A-Za-z0-9]*$", Range = "letters and digits, starting with a letter",
        Text = "prefix of the stat's name: `up` gives `FLOW.upSeconds`; must be unique")]
    string Name,
    [property: Setting("atSeconds", IsRequired = true, Min = 0, Max = Scenario.LongestSeconds, Unit = "s", Range = "0 to `seconds`", Text = "time of the change")]
    Duration At,
    [property: Setting("kbps", IsRequired = true, Min = 0.001, Max = 1_000_000, Unit = "kbit/s", Text = "rate to reach, for example 0.9 times the new fair rate")]
    DataRate Rate,
    [property: Setting("direction", FlagNames = "down up", Text = "whether the rate is reached from below (`up`) or from above")]
    bool Up,
    [property: Setting("flows", OrOne = true, Range = "names of flows", Default = "all", Text = "flows whose requests are timed")]
    IReadOnlyList<string> Flows)
{
    public Milestone()
        : this("", Duration.Zero, DataRate.Zero, true, [])
    {
    }

    /// <summary>The stat's name without the flow's name.</summary>
    public string Stat => $"{Name}Seconds";

    /// <param name="flow">A flow's name, including its number if the group has several flows.</param>
    public bool IsFor(string flow) => Flows.Count == 0 || Flows.Contains(flow.Split('.')[0]);

    /// <summary>
    /// Time in seconds from <see cref="At"/> until the rate is first reached; if it never is, until the run's end, which is a lower bound. (RFC 5166,
    /// 2.2.1.)
    /// </summary>
    /// <param name="requested">Requested rates in kbit/s, each holding until the next.</param>
    /// <param name="length">The run's length.</param>
    public double SecondsUntil(TimeSeries requested, Duration length)
    {
        double level = Rate.KilobitsPerSecond;
        for (int i = 0; i < requested.Values.Length; i++)
        {
            double since = requested.Time(i) - At.Seconds;
            if (since >= 0 && (Up ? requested.Values[i] >= level : requested.Values[i] <= level))
                return since;
        }
        return (length - At).Seconds;
    }
}
