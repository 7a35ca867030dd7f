using Mongoose.Core.Units;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Scenarios.Json;

namespace Mongoose.Testbed.Scenarios;

/// <summary>An experiment as data: what is connected how, who sends, for how long, and what must come out. Read from a JSON file.</summary>
internal sealed record Scenario
{
    /// <summary>As the file is called, without its extension.</summary>
    public required string Name { get; init; }

    public required string Title { get; init; }

    /// <summary>What the experiment is for, in a few sentences.</summary>
    public string About { get; init; } = "";

    /// <summary>The clocks that it makes sense on; the first is the default.</summary>
    public IReadOnlyList<ClockKind> Clocks { get; init; } = [ClockKind.Sim];

    /// <summary>As the command line and results name the clocks.</summary>
    public string ClockNames => string.Join(" and ", Clocks.Select(TextOf));

    /// <summary>Of the first run; the next runs take the seeds after it.</summary>
    public long Seed { get; init; } = 1;

    /// <summary>How many runs a simulation makes, each with a seed of its own.</summary>
    public int Seeds { get; init; } = 1;

    /// <summary>How many runs are made on the host's clock.</summary>
    public int RealRuns { get; init; } = 1;

    public Duration Length { get; init; } = Duration.FromSeconds(30);

    /// <summary>Left out of every figure but the series.</summary>
    public Duration WarmUp { get; init; } = Duration.Zero;

    /// <summary>Width of the bins of series over time.</summary>
    public Duration Bin { get; init; } = Duration.FromMilliseconds(250);

    /// <summary>What serves its circuits on the host's clock.</summary>
    public RegionKind Regions { get; init; }

    public IReadOnlyList<DuplexLink> Links { get; init; } = [];

    public IReadOnlyList<FlowGroup> Flows { get; init; } = [];

    /// <summary>What is timed of every circuit with a controller.</summary>
    public IReadOnlyList<Milestone> Milestones { get; init; } = [];

    public IReadOnlyList<Band> Bands { get; init; } = [];

    /// <summary>What its report draws.</summary>
    public IReadOnlyList<FigureSpec> Figures { get; init; } = [];

    /// <summary>Two groups of circuits that its results compare: the second with the first. Null when none are.</summary>
    public string[]? Pair { get; init; }

    /// <summary>Which cell of its matrix it is; null for the scenario as it stands.</summary>
    public string? Cell { get; init; }

    /// <summary>What varies when it is run as a matrix; null when nothing does.</summary>
    public MatrixSpec? Matrix { get; init; }

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
        .Select(link => (link.Down.Bandwidth as FixedBandwidth)?.Rate).OfType<DataRate>().Cast<DataRate?>()
        .MinBy(rate => rate!.Value.KilobitsPerSecond);

    /// <summary>How many runs there are on that clock.</summary>
    public int RunsOn(ClockKind clock) => clock == ClockKind.Sim ? Seeds : RealRuns;

    /// <exception cref="ScenarioException">The scenario is not for that clock.</exception>
    public void RequireClock(ClockKind clock)
    {
        if (!Clocks.Contains(clock))
            throw new ScenarioException(Name, [new JsonProblem("$.clocks", null, $"{TextOf(clock)} is not among them; it runs on {ClockNames}")]);
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

    private static string TextOf(ClockKind clock) => clock == ClockKind.Sim ? "sim" : "real";
}

/// <summary>What a figure must be for the scenario to pass.</summary>
/// <param name="Stat">The figure's name, such as <c>reno.goodputKbps</c>.</param>
/// <param name="Least">Null: no lower bound.</param>
/// <param name="Most">Null: no upper bound.</param>
/// <param name="Claim">What it would mean, in words; may be empty.</param>
internal sealed record Band(string Stat, double? Least, double? Most, string Claim = "");

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
