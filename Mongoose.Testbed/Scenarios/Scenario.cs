using System.Text.Json;
using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Runtime.Settings;
using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Figures;

namespace Mongoose.Testbed.Scenarios;

/// <summary>An experiment as data: what is connected how, who sends, for how long, and what must come out. Read from a JSON file.</summary>
internal sealed record Scenario : ISettingRules
{
    public const double LongestSeconds = 24 * 3600;

    /// <summary>As the file is called, without its extension.</summary>
    public required string Name { get; init; }

    [Setting("title", IsRequired = true, Text = "for people")]
    public required string Title { get; init; }

    [Setting("about", Default = "empty", Text = "what it is for, in a few sentences")]
    public string About { get; init; } = "";

    [Setting("clocks", OrOne = true, Default = "`[\"sim\"]`", Text = "those that it makes sense on; the first is taken without `--clock`")]
    public IReadOnlyList<ClockKind> Clocks { get; init; } = [ClockKind.Sim];

    /// <summary>As the command line and results name the clocks.</summary>
    public string ClockNames => string.Join(" and ", Clocks.Select(TextOf));

    [Setting("seed", Min = 0, Max = int.MaxValue, Text = "of the first run; the next runs take the seeds after it")]
    public long Seed { get; init; } = 1;

    [Setting("seeds", Min = 1, Max = 1000, Text = "runs in simulated time, each with a seed of its own")]
    public int Seeds { get; init; } = 1;

    [Setting("realRuns", Min = 1, Max = 100, Text = "runs on the host's clock")]
    public int RealRuns { get; init; } = 1;

    [Setting("seconds", IsRequired = true, Min = 0.1, Max = LongestSeconds, Unit = "s", Text = "length of a run")]
    public Duration Length { get; init; } = Duration.FromSeconds(30);

    [Setting("warmUpSeconds", Min = 0, Max = LongestSeconds, Unit = "s", Range = "0 to `seconds`", Text = "counts in no stat, but see `droppedPercent`")]
    public Duration WarmUp { get; init; } = Duration.Zero;

    [Setting("binMs", Min = 1, Max = 60_000, Unit = "ms", Text = "width of the bins of series over time")]
    public Duration Bin { get; init; } = Duration.FromMilliseconds(250);

    [Setting("regions",
        Text = "what circuits are of on the host's clock: the testbed's regions or [real OpenSimulators](#in-a-real-opensimulator)")]
    public RegionKind Regions { get; init; }

    [Setting("links", IsRequired = true, As = typeof(LinkSettings), NamedBy = nameof(DuplexLink.Name), Text = "links by name, below")]
    public IReadOnlyList<DuplexLink> Links { get; init; } = [];

    [Setting("flows", IsRequired = true, Range = "at least one", Text = "below")]
    public IReadOnlyList<FlowGroup> Flows { get; init; } = [];

    [Setting("milestones", Text = "rates whose reaching is timed of every circuit with a controller, below")]
    public IReadOnlyList<Milestone> Milestones { get; init; } = [];

    [Setting("bands", Text = "what must come out, below")]
    public IReadOnlyList<Band> Bands { get; init; } = [];

    /// <summary>What its report draws.</summary>
    public IReadOnlyList<FigureSpec> Figures { get; init; } = [];

    [Setting("pair", Range = "two names of `flows`", Text = "circuits with `details` that results compare: the second with the first")]
    public IReadOnlyList<string> Pair { get; init; } = [];

    /// <summary>Which cell of its matrix it is; null for the scenario as it stands.</summary>
    public string? Cell { get; init; }

    [Setting("matrix", As = typeof(MatrixSettings), Text = "what varies, below")]
    public MatrixSpec? Matrix { get; init; }

    [Setting("figures", Text = "what reports draw: [figures](RESULTS.md#figures)")]
    private IReadOnlyList<JsonElement> FiguresAsWritten { get; init; } = [];

    [Setting("$schema", Text = "where `scenario.schema.json` is, for editors")]
    private string? Schema { get; init; }

    /// <summary>Whose regions it runs in if they are OpenSimulator's; null: the host's.</summary>
    public OpenSimInstallation? Installation { get; init; }

    /// <summary>Its name, and its cell's.</summary>
    public string FullName => Cell is null ? Name : $"{Name}, {Cell}";

    /// <summary>The file's text, as results repeat it.</summary>
    public string Json { get; init; } = "{}";

    /// <summary>Where its flows run on that clock.</summary>
    public PlaceKind PlaceOn(ClockKind clock) => clock == ClockKind.Sim ? PlaceKind.Simulated
        : Regions == RegionKind.OpenSim ? PlaceKind.OpenSim
        : Flows.Any(flow => flow.Kind is TcpFlowOptions) ? PlaceKind.Namespaces
        : PlaceKind.Loopback;

    /// <summary>The least rate of the links that flows of the group cross towards their viewers; null when none has a fixed rate.</summary>
    public DataRate? LineRateOf(FlowGroup group) => Links.Where(link => group.Path.Contains(link.Name))
        .Select(link => link.Down.Bandwidth).OfType<FixedBandwidth>().MinBy(bandwidth => bandwidth.Rate.KilobitsPerSecond)?.Rate;

    /// <summary>How many runs there are on that clock.</summary>
    public int RunsOn(ClockKind clock) => clock == ClockKind.Sim ? Seeds : RealRuns;

    /// <exception cref="ScenarioException">The scenario is not for that clock.</exception>
    public void RequireClock(ClockKind clock)
    {
        if (!Clocks.Contains(clock))
            throw new ScenarioException(Name, [new SettingProblem("$.clocks", null, $"{TextOf(clock)} is not among them; it runs on {ClockNames}")]);
    }

    /// <summary>As results describe it.</summary>
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
        return this with
        {
            Clocks = Clocks.Distinct().ToArray(),
            Flows = Flows.Where(flow => flow.Count > 0).Select(flow => flow.Path.Count > 0 ? flow : flow with { Path = links }).ToArray(),
            Figures = FiguresAsWritten.Select((figure, i) => Rules.Try(report, $"figures[{i}]", () => TestbedJson.ParseFigure(figure))).OfType<FigureSpec>().ToArray(),
            FiguresAsWritten = [],
        };
    }

    private static string TextOf(ClockKind clock) => clock == ClockKind.Sim ? "sim" : "real";
}

/// <summary>What a figure must be for the scenario to pass.</summary>
/// <param name="Stat">The figure's name, such as <c>reno.goodputKbps</c>.</param>
/// <param name="Least">Null: no lower bound.</param>
/// <param name="Most">Null: no upper bound.</param>
/// <param name="Claim">What it would mean, in words; may be empty.</param>
internal sealed record Band(
    [property: Setting("stat", IsRequired = true, Range = "a name below", Text = "a figure of each run")]
    string Stat,
    [property: Setting("min", Text = "one of the two at least")]
    double? Least,
    [property: Setting("max", Range = "`min` or more", Text = "the same from above")]
    double? Most,
    [property: Setting("claim", Default = "empty", Text = "what it means when it holds")]
    string Claim = "") : ISettingRules
{
    public Band()
        : this("", null, null)
    {
    }

    object ISettingRules.Finish(ISettingReport report)
    {
        if (Least is null && Most is null)
            report.Problem(null, "a band needs min, max or both");
        else if (Least > Most)
            report.Problem("max", $"allowed is no less than min, {SettingValue.Text(Least.Value)}");
        return this;
    }
}

/// <summary>What a scenario runs on.</summary>
internal enum ClockKind
{
    /// <summary>Simulated time: the same seed gives the same result.</summary>
    Sim,
    /// <summary>The host's clock, real sockets and, for TCP, the kernel's.</summary>
    Real,
}

/// <summary>What the regions of a scenario's circuits are on the host's clock; simulated ones are always the testbed's own.</summary>
internal enum RegionKind
{
    /// <summary>The testbed's own.</summary>
    Embedded,

    /// <summary>Throw-away standalones of a real OpenSimulator.</summary>
    OpenSim,
}
