using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios;

/// <summary>A rate that the viewers' requests have to come to after a change: how long that takes becomes a stat.</summary>
/// <param name="Name">Begins the stat's name: <c>up</c> gives <c>FLOW.upSeconds</c>.</param>
/// <param name="At">Of the change, from the run's start.</param>
/// <param name="Rate">What is to be reached.</param>
/// <param name="Up">Whether it is reached from below.</param>
/// <param name="Flows">Names of groups of flows; none means all.</param>
internal sealed record Milestone(
    [property: Setting("name", IsRequired = true, Pattern = "^[A-Za-z][A-Za-z0-9]*$", Range = "letters and digits, a letter first",
        Text = "begins the stat's name: `up` gives `FLOW.upSeconds`; each once")]
    string Name,
    [property: Setting("atSeconds", IsRequired = true, Min = 0, Max = Scenario.LongestSeconds, Unit = "s", Range = "0 to `seconds`", Text = "when the change is")]
    Duration At,
    [property: Setting("kbps", IsRequired = true, Min = 0.001, Max = 1_000_000, Unit = "kbit/s", Text = "what is to be reached, for example 0.9 times the new fair rate")]
    DataRate Rate,
    [property: Setting("direction", FlagNames = "down up", Text = "whether it is reached from below (`up`) or from above")]
    bool Up,
    [property: Setting("flows", OrOne = true, Range = "names of flows", Default = "all", Text = "whose requests")]
    IReadOnlyList<string> Flows)
{
    public Milestone()
        : this("", Duration.Zero, DataRate.Zero, true, [])
    {
    }

    /// <summary>Of the stat, without the flow's name.</summary>
    public string Stat => $"{Name}Seconds";

    /// <param name="flow">A flow's name, in a group of several with its number.</param>
    public bool IsFor(string flow) => Flows.Count == 0 || Flows.Contains(flow.Split('.')[0]);

    /// <summary>
    /// From <see cref="At"/> until the rate is reached for the first time, in seconds; if it never is, until the run's end: a lower bound.
    /// (RFC 5166, 2.2.1.)
    /// </summary>
    /// <param name="requested">Rates in kbit/s, each holding until the next.</param>
    /// <param name="length">Of the run.</param>
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
