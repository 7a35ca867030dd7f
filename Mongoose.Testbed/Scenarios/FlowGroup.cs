using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Games;
using Mongoose.Network.Numerics;

namespace Mongoose.Testbed.Scenarios;

/// <summary>One flow, or several alike.</summary>
internal sealed record FlowGroup
{
    [Setting("name", IsRequired = true, Pattern = "^[A-Za-z][A-Za-z0-9-]*$", Range = "letters, digits and hyphens, a letter first",
        Text = "stats are called by it. With `count` above 1 it is the group's, and its flows are `name.1`, `name.2`, ...")]
    public required string Name { get; init; }

    /// <summary>At least 1; in a file 0 leaves the group out, as a level of a matrix may want.</summary>
    [Setting("count", Min = 0, Max = 1000, Text = "flows alike; circuits of a group share one region; 0 leaves the flow out")]
    public int Count { get; init; } = 1;

    [Setting("path", OrOne = true, Range = "names of links, each once", Default = "the only link", Text = "links that it crosses, from the server's side")]
    public IReadOnlyList<string> Path { get; init; } = [];

    [Setting("extraDelayMs", Min = 0, Max = 100_000, Unit = "ms", Note = "one way", Text = "one way, both ways, behind the links")]
    public Duration ExtraDelay { get; init; } = Duration.Zero;

    [Setting("extraDelaySpreadMs", Min = 0, Max = 100_000, Unit = "ms", Note = "one way",
        Text = "each flow has at random so much more at most, by the run's seed; tenths make runs of a shared queue differ")]
    public Duration ExtraDelaySpread { get; init; } = Duration.Zero;

    [Setting("startSeconds", Min = 0, Max = Scenario.LongestSeconds, Unit = "s", Range = "0 to `seconds`", Text = "when it starts")]
    public Duration Start { get; init; } = Duration.Zero;

    [Setting("startSpreadSeconds", Min = 0, Max = Scenario.LongestSeconds, Unit = "s", Range = "0 to `seconds`", Text = "each starts at random so much later at most")]
    public Duration StartSpread { get; init; } = Duration.Zero;

    [Setting("stopSeconds", Min = 0, Max = Scenario.LongestSeconds, Unit = "s", Range = "after `startSeconds` and `startSpreadSeconds`, to `seconds`",
        Default = "the end", Text = "of flows that send until they are stopped: not of TCP whose application pauses")]
    public Duration? Stop { get; init; }

    [Inlined(As = typeof(FlowKindSettings))]
    public required FlowKind Kind { get; init; }

    /// <summary>One flow's extra delay, one way.</summary>
    public Duration DrawExtraDelay(SeededRandom random) => ExtraDelaySpread == Duration.Zero
        ? ExtraDelay
        : ExtraDelay + random.NextDuration(Duration.Zero, ExtraDelaySpread);

    /// <summary>The names of the group's flows: its own if there is one, else numbered from 1.</summary>
    public IEnumerable<string> Members => Count == 1 ? [Name] : Enumerable.Range(1, Count).Select(i => $"{Name}.{i}");
}

/// <summary>What a flow is: a TCP connection, a circuit of a region.</summary>
internal abstract record FlowKind
{
    /// <summary>As files call it.</summary>
    public abstract string Key { get; }

    /// <summary>Whether it sends until it is stopped, so that a time for that may be given.</summary>
    public virtual bool CanStop => true;

    /// <summary>What the flow cannot be in that place: the key that says it, null for the flow as a whole, and what is allowed.</summary>
    public virtual IEnumerable<(string? Key, string Reason)> ObstaclesIn(PlaceKind place) =>
        place == PlaceKind.OpenSim ? [(null, "with regions openSim a flow is a circuit")] : [];
}

/// <summary>One kind of flow, as a file describes it.</summary>
internal sealed record FlowKindSettings : ISettingRules
{
    [Setting("circuit", Text = "a viewer on a circuit, below. A flow is of one kind")]
    public CircuitOptions? Circuit { get; init; }

    [Setting("tcp", Text = "a connection, below")]
    public TcpFlowOptions? Tcp { get; init; }

    [Setting("game", Text = "both ends of a first-person shooter, below")]
    public GameOptions? Game { get; init; }

    object ISettingRules.Finish(ISettingReport report)
    {
        string[] kinds = Setting.All(typeof(FlowKindSettings)).Select(setting => setting.Declared.Key).ToArray();
        if (kinds.Count(report.Has) != 1)
            report.Problem(null, $"a flow needs exactly one of {string.Join(", ", kinds[..^1])} and {kinds[^1]}");
        return Tcp ?? (Game is { } game ? new GameFlowOptions(game) : (FlowKind)(Circuit ?? new CircuitOptions()));
    }
}

/// <summary>A player of a game and its server: small datagrams both ways.</summary>
internal sealed record GameFlowOptions(GameOptions Game) : FlowKind
{
    public override string Key => "game";
}
