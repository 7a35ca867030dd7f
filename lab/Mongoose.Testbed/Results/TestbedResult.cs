using System.Text.Json;
using System.Text.Json.Serialization;
using Mongoose.Runtime.Settings;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Results;

/// <summary>
/// The result of a scenario on one clock: the scenario, the host, and the figures. Reports are drawn from this alone. See
/// docs/research/results-format.md.
/// </summary>
internal sealed record TestbedResult
{
    /// <summary>The version number increases if a key is renamed, removed or changes its meaning, but not for new keys.</summary>
    public const string SchemaName = "mongoose-testbed/1";

    public string Schema { get; init; } = SchemaName;

    /// <summary>The version of Mongoose.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Version { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public DateTimeOffset? Started { get; init; }

    /// <summary>The command line that repeats the run.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Command { get; init; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public HostInfo? Host { get; init; }

    /// <summary>The version of the OpenSimulator whose regions were used; null for embedded regions.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? OpenSim { get; init; }

    /// <summary>True if the run was interrupted: <see cref="Runs"/> then has the results so far, and no band is judged.</summary>
    public bool Interrupted { get; init; }

    public required ScenarioInfo Scenario { get; init; }
    public TestbedRun[] Runs { get; init; } = [];

    /// <summary>Each stat over the runs, in the order of the runs' stats.</summary>
    public OrderedMap<SampleSummary> Summary => Summarise();

    public BandResult[] Bands { get; init; } = [];

    /// <summary>
    /// The names of two circuits to compare in words, in a table and on the page, the second with the first; null if there is no
    /// comparison.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string[]? Pair { get; init; }

    /// <summary>The figures in the report of this result.</summary>
    public FigureSpec[] Figures { get; init; } = [];

    /// <summary>The stat's mean over the runs; NaN if no run has it.</summary>
    public double Mean(string stat) => SampleSummary.From(Values(stat)).Mean;

    /// <summary>The stat's value in each run; NaN if it is missing.</summary>
    public double[] Values(string stat) => Runs.Select(run => run.Stats.TryGet(stat, out double value) ? value : double.NaN).ToArray();

    private OrderedMap<SampleSummary> Summarise()
    {
        OrderedMap<SampleSummary> summary = [];
        foreach (string stat in Runs.SelectMany(run => run.Stats.Names).Distinct())
            summary.Add(stat, SampleSummary.From(Values(stat)));
        return summary;
    }
}

/// <summary>A description of the scenario and its runs.</summary>
internal sealed record ScenarioInfo
{
    public required string Name { get; init; }
    public string Title { get; init; } = "";

    /// <summary>The cell of its matrix; null for the scenario without changes.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Cell { get; init; }

    /// <summary>sim or real.</summary>
    public string Clock { get; init; } = "sim";

    /// <summary>Length of one run, including warm-up.</summary>
    public double Seconds { get; init; }

    /// <summary>Length of the warm-up at the start of a run, which is excluded from every stat but not from series.</summary>
    public double WarmUpSeconds { get; init; }

    /// <summary>All requested seeds; an interrupted result has fewer runs.</summary>
    public long[] Seeds { get; init; } = [];

    /// <summary>The scenario's JSON; null if it was not read from a file.</summary>
    public JsonElement? Source { get; init; }

    /// <summary>Parses a scenario's text for <see cref="Source"/>, without comments and trailing commas.</summary>
    /// <exception cref="JsonException">The text is not JSON.</exception>
    public static JsonElement Echo(string json)
    {
        using JsonDocument document = JsonDocument.Parse(json, LenientJson.Options);
        return document.RootElement.Clone();
    }
}

/// <summary>One run of a scenario. On a simulated clock, nothing in it depends on when and where it ran.</summary>
internal sealed record TestbedRun
{
    public required long Seed { get; init; }

    /// <summary>The length of a run that an interrupt ended before its time, in seconds; null for a complete run.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? InterruptedAfterSeconds { get; init; }

    /// <summary>Problems that did not prevent figures, such as errors that an OpenSimulator logged; null if there were none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string[]? Problems { get; init; }

    /// <summary>Figures by name, such as <c>reno.goodputKbps</c>; NaN if a figure could not be measured.</summary>
    public OrderedMap<double> Stats { get; init; } = [];

    public DataSeries[] Series { get; init; } = [];
}
