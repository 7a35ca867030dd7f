using System.Text.Json;
using System.Text.Json.Serialization;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Results;

/// <summary>A scenario on one clock: what was run, where, and what came out. Reports are drawn from this alone. See docs/RESULTS.md.</summary>
internal sealed record TestbedResult
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

    /// <summary>The version of the OpenSimulator whose regions were visited; null for embedded regions.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? OpenSim { get; init; }

    /// <summary>True when it was stopped: <see cref="Runs"/> then has what was finished until then.</summary>
    public bool Interrupted { get; init; }

    public required ScenarioInfo Scenario { get; init; }
    public TestbedRun[] Runs { get; init; } = [];

    /// <summary>Each stat over the runs, in the order in which the runs name them.</summary>
    public OrderedMap<SampleSummary> Summary => Summarise();

    public BandResult[] Bands { get; init; } = [];

    /// <summary>
    /// Two circuits that are compared in words, in a table and on the page: the second with the first. Null when none are.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string[]? Pair { get; init; }

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

/// <summary>What was run.</summary>
internal sealed record ScenarioInfo
{
    public required string Name { get; init; }
    public string Title { get; init; } = "";

    /// <summary>Which cell of its matrix it is; null for the scenario as it stands.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Cell { get; init; }

    /// <summary>sim or real.</summary>
    public string Clock { get; init; } = "sim";

    /// <summary>Of one run, warm-up included.</summary>
    public double Seconds { get; init; }

    /// <summary>From the start of a run; left out of every stat, not of the series.</summary>
    public double WarmUpSeconds { get; init; }

    /// <summary>All that were asked for: an interrupted result has fewer runs.</summary>
    public long[] Seeds { get; init; } = [];

    /// <summary>The scenario's own JSON; null for what was not read from a file.</summary>
    public JsonElement? Source { get; init; }

    /// <summary>Text for <see cref="Source"/>; comments and trailing commas are left out.</summary>
    /// <exception cref="JsonException">It is not JSON.</exception>
    public static JsonElement Echo(string json)
    {
        using JsonDocument document = JsonDocument.Parse(json, LenientJson.Options);
        return document.RootElement.Clone();
    }
}

/// <summary>One run of a scenario. Nothing in it depends on when and where it was made, if the clock was simulated.</summary>
internal sealed record TestbedRun
{
    public required long Seed { get; init; }

    /// <summary>What went wrong though there are figures, such as errors that an OpenSimulator logged; null when nothing did.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string[]? Problems { get; init; }

    /// <summary>Figures by name, such as <c>reno.goodputKbps</c>; NaN where one could not be measured.</summary>
    public OrderedMap<double> Stats { get; init; } = [];

    public DataSeries[] Series { get; init; } = [];
}
