using System.Text.Json;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Runtime.Settings;
using Mongoose.Runtime.Statistics;
using Mongoose.Simulators;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Figures;

namespace Mongoose.Testbed.Scenarios;

/// <summary>An experiment as data: the network, the flows, the length, and the expected figures. Read from a JSON file.</summary>
internal sealed record Scenario : ISettingRules
{
    public const double MaxSeconds = 24 * 3600;

    /// <summary>The file's name without its extension.</summary>
    public required string Name { get; init; }

    [Setting("title", IsRequired = true, Text = "title for reports and lists")]
    public required string Title { get; init; }

    [Setting("about", Default = "empty", Text = "description in a few sentences")]
    public string About { get; init; } = "";

    [Setting("clocks", OrOne = true, Default = "`[\"sim\"]`", Text = "supported clocks; the first is the default of `--clock`")]
    public IReadOnlyList<ClockKind> Clocks { get; init; } = [ClockKind.Sim];

    /// <summary>The clocks' names on the command line and in results.</summary>
    public string ClockNames => string.Join(" and ", Clocks.Select(TextOf));

    [Setting("seed", Min = 0, Max = int.MaxValue, Text = "seed of the first run; further runs use the next ones")]
    public long Seed { get; init; } = 1;

    [Setting("seeds", Min = 1, Max = 1000, Text = "runs in simulated time, each with its own seed")]
    public int Seeds { get; init; } = 1;

    [Setting("realRuns", Min = 1, Max = 100, Text = "runs on the host's clock")]
    public int RealRuns { get; init; } = 1;

    [Setting("seconds", IsRequired = true, Min = 0.1, Max = MaxSeconds, Unit = "s", Text = "length of a run")]
    public Duration Length { get; init; } = Duration.FromSeconds(30);

    [Setting("warmUpSeconds", Min = 0, Max = MaxSeconds, Unit = "s", Range = "0 to `seconds`",
        Text = "initial time that stats exclude, but for those of the whole run")]
    public Duration WarmUp { get; init; } = Duration.Zero;

    [Setting("binMs", Min = 1, Max = 60_000, Unit = "ms", Text = "bin width of series over time")]
    public Duration Bin { get; init; } = Duration.FromMilliseconds(250);

    [Setting("regions",
        Text = "regions on the host's clock: the testbed's own or [real OpenSimulators](../research/scenarios.md#in-a-real-opensimulator)")]
    public RegionKind Regions { get; init; }

    [Setting("links", IsRequired = true, As = typeof(LinkSettings), NamedBy = nameof(DuplexLink.Name), Text = "links by name")]
    public IReadOnlyList<DuplexLink> Links { get; init; } = [];

    [Setting("flows", IsRequired = true, Range = "at least one", Text = "the flows")]
    public IReadOnlyList<FlowGroup> Flows { get; init; } = [];

    [Setting("together", Text = "flows with a common sum and fairness")]
    public IReadOnlyList<FlowUnion> Together { get; init; } = [];

    [Setting("milestones", Text = "rates or streams to reach after changes; the time that it takes is measured")]
    public IReadOnlyList<Milestone> Milestones { get; init; } = [];

    [Setting("bands", Text = "expected ranges of figures")]
    public IReadOnlyList<Band> Bands { get; init; } = [];

    /// <summary>The figures in its report.</summary>
    public IReadOnlyList<FigureSpec> Figures { get; init; } = [];

    [Setting("pair", Range = "two names of `flows`", Text = "two circuits with `details` to compare")]
    public IReadOnlyList<string> Pair { get; init; } = [];

    /// <summary>The cell of its matrix; null for the unchanged scenario.</summary>
    public string? Cell { get; init; }

    [Setting("matrix", As = typeof(MatrixSettings), Text = "factors to vary")]
    public MatrixSpec? Matrix { get; init; }

    [Setting("figures", Text = "figures in the report: [figures](../research/results-format.md#figures)")]
    private IReadOnlyList<JsonElement> FiguresAsWritten { get; init; } = [];

    [Setting("$schema", Text = "path of `scenario.schema.json`, for editors")]
    private string? Schema { get; init; }

    /// <summary>The installation for OpenSimulator regions; null: the host's default.</summary>
    public OpenSimInstallation? Installation { get; init; }

    /// <summary>The scenario's name, followed by the cell's name.</summary>
    public string FullName => Cell is null ? Name : $"{Name}, {Cell}";

    /// <summary>The file's text, which results include.</summary>
    public string Json { get; init; } = "{}";

    /// <summary>The place in which the flows run with a clock.</summary>
    public PlaceKind PlaceOn(ClockKind clock) => clock == ClockKind.Sim ? PlaceKind.Simulated
        : Regions == RegionKind.OpenSim ? Flows.Any(flow => flow.Kind.NeedsHosts) ? PlaceKind.OpenSimHosts : PlaceKind.OpenSim
        : Flows.Any(flow => flow.Kind.UsesKernelTcp) ? PlaceKind.Namespaces
        : PlaceKind.Loopback;

    /// <summary>
    /// The minimum rate of the links that flows of the group cross towards their viewers; null if no link has a fixed rate.
    /// </summary>
    public DataRate? LineRateOf(FlowGroup group) => Links.Where(link => group.Path.Contains(link.Name))
        .Select(link => link.Down.Bandwidth).OfType<FixedBandwidth>().MinBy(bandwidth => bandwidth.Rate.KilobitsPerSecond)?.Rate;

    /// <summary>The number of runs on that clock.</summary>
    public int RunsOn(ClockKind clock) => clock == ClockKind.Sim ? Seeds : RealRuns;

    /// <exception cref="ScenarioException">The scenario does not support that clock.</exception>
    public void RequireClock(ClockKind clock)
    {
        if (!Clocks.Contains(clock))
            throw new ScenarioException(Name,
                [new SettingProblem("$.clocks", null, $"does not include {TextOf(clock)}; the scenario runs on {ClockNames}")]);
    }

    /// <summary>The scenario's description in results.</summary>
    public ScenarioInfo Info(ClockKind clock, long[] seeds) => new()
    {
        Name = Name,
        Title = Title,
        Cell = Cell,
        Clock = TextOf(clock),
        Seconds = Length.Seconds,
        WarmUpSeconds = WarmUp.Seconds,
        Seeds = seeds,
        Source = ScenarioInfo.Echo(Json),
    };

    object ISettingRules.Finish(ISettingReport report)
    {
        ScenarioRules.Check(this, report);
        string[] links = Links.Select(link => link.Name).ToArray();
        FlowGroup[] flows = Flows.Where(flow => flow.Count > 0)
            .Select(flow => flow.Path.Count > 0 ? flow : flow with { Path = links }).ToArray();
        return this with
        {
            Clocks = Clocks.Distinct().ToArray(),
            Flows = flows.Select(flow => WithVisitor(flow, flows)).ToArray(),
            Figures = FiguresAsWritten.Select((figure, i) => Rules.Try(report, $"figures[{i}]", () => TestbedJson.ParseFigure(figure)))
                .OfType<FigureSpec>().ToArray(),
            FiguresAsWritten = [],
        };
    }

    private static FlowGroup WithVisitor(FlowGroup group, FlowGroup[] groups) => group.Kind is DownloadFlowOptions downloads
        ? group with { Kind = downloads with { Visitor = groups.FirstOrDefault(other => other.Name == downloads.Circuit) } }
        : group;

    private static string TextOf(ClockKind clock) => clock == ClockKind.Sim ? "sim" : "real";
}

/// <summary>The range of a figure that is required for the scenario to pass.</summary>
/// <param name="Stat">The figure's name, such as <c>reno.goodputKbps</c>.</param>
/// <param name="Min">Lower bound; null for none.</param>
/// <param name="Max">Upper bound; null for none.</param>
/// <param name="Claim">The claim that the band supports, in words; may be empty.</param>
/// <param name="Of">The figure by which that of <paramref name="Stat"/> is divided; null for none.</param>
/// <param name="Minus">
/// The figure that is subtracted from that of <paramref name="Stat"/>; null for none. Not together with <paramref name="Of"/>.
/// </param>
internal sealed record Band(
    [property: Setting("stat", IsRequired = true, Range = "a name below",
        Text = "the figure, mean over runs; `*` stands for any text: the mean of all such figures")]
    string Stat,
    [property: Setting("min", Text = "lower bound; `min`, `max` or both are required")]
    double? Min,
    [property: Setting("max", Range = "`min` or more", Text = "upper bound")]
    double? Max,
    [property: Setting("claim", Default = "empty", Text = "the claim that it supports")]
    string Claim = "",
    [property: Setting("of", Range = "a name below", Text = "another figure, by whose mean that of `stat` is divided")]
    string? Of = null,
    [property: Setting("minus", Range = "a name below",
        Text = "another figure, whose mean is subtracted; not with `of`")]
    string? Minus = null) : ISettingRules
{
    /// <summary>Judges the figure, its quotient or its difference.</summary>
    /// <param name="names">The names of all figures.</param>
    /// <param name="meanOf">Returns a figure's mean over the runs by its name; NaN if it was not measured.</param>
    public BandResult Judge(IEnumerable<string> names, Func<string, double> meanOf)
    {
        return Of is not null ? BandResult.Judge($"{Stat} / {Of}", Min, Max, Mean(Stat) / Mean(Of), Claim)
            : Minus is not null ? BandResult.Judge($"{Stat} - {Minus}", Min, Max, Mean(Stat) - Mean(Minus), Claim)
            : BandResult.Judge(Stat, Min, Max, Mean(Stat), Claim);

        double Mean(string stat) => stat.Contains('*')
            ? Moments.Mean(names.Where(name => NamePattern.Matches(stat, name)).Select(meanOf).ToArray())
            : meanOf(stat);
    }

    public Band()
        : this("", null, null)
    {
    }

    object ISettingRules.Finish(ISettingReport report)
    {
        if (Of is not null && Minus is not null)
            report.Problem("minus", "not allowed together with of");
        if (Min is null && Max is null)
            report.Problem(null, "a band needs min, max or both");
        else if (Min > Max)
            report.Problem("max", $"allowed is at least min, {SettingValue.Text(Min.Value)}");
        return this;
    }
}

/// <summary>The clock of a scenario's runs.</summary>
internal enum ClockKind
{
    /// <summary>Simulated time: the same seed gives the same result.</summary>
    Sim,
    /// <summary>The host's clock, with real sockets and, for TCP, the kernel's TCP.</summary>
    Real,
}

/// <summary>The regions of a scenario's circuits on the host's clock. Simulated runs always use the testbed's own regions.</summary>
internal enum RegionKind
{
    /// <summary>The testbed's own regions.</summary>
    Embedded,

    /// <summary>Temporary standalones of a real OpenSimulator.</summary>
    OpenSim,
}
