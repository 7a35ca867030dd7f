using System.Text.Json.Serialization;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results.Figures;

namespace Mongoose.Testbed.Results;

/// <summary>A scenario on one clock: what was run, where, and what came out. Reports are drawn from this alone. See docs/RESULTS.md.</summary>
public sealed record TestbedResult
{
    /// <summary>The number goes up when a key is renamed, removed or changes its meaning; new keys leave it.</summary>
    public const string SchemaName = "mongoose-testbed/1";

    public string Schema { get; init; } = SchemaName;

    /// <summary>Of Mongoose.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Version { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public DateTimeOffset? Started { get; init; }

    /// <summary>The command line that does the same again.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Command { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public HostInfo? Host { get; init; }

    /// <summary>True when it was stopped: <see cref="Runs"/> then has what was finished until then.</summary>
    public bool Interrupted { get; init; }

    public required ScenarioInfo Scenario { get; init; }
    public TestbedRun[] Runs { get; init; } = [];

    /// <summary>Each stat over the runs, in the order in which the runs name them.</summary>
    public OrderedMap<SampleSummary> Summary => Summarise();

    public BandResult[] Bands { get; init; } = [];

    /// <summary>What the report draws of this result.</summary>
    public FigureSpec[] Figures { get; init; } = [];

    /// <summary>This result without version, time, command and host: two simulated runs with the same seeds are the same bytes.</summary>
    public TestbedResult WithoutCircumstances() => this with { Version = null, Started = null, Command = null, Host = null };

    /// <summary>The stat's mean over the runs; NaN when none has it.</summary>
    public double Mean(string stat) => SampleSummary.Of(Values(stat)).Mean;

    /// <summary>The stat in each run; NaN where it is missing.</summary>
    public double[] Values(string stat) => Runs.Select(run => run.Stats.TryGet(stat, out double value) ? value : double.NaN).ToArray();

    private OrderedMap<SampleSummary> Summarise()
    {
        OrderedMap<SampleSummary> summary = [];
        foreach (string stat in Runs.SelectMany(run => run.Stats.Names).Distinct())
            summary.Add(stat, SampleSummary.Of(Values(stat)));
        return summary;
    }
}
