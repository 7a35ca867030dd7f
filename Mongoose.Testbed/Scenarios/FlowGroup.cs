using Mongoose.Core.Units;
using Mongoose.Network.Games;
using Mongoose.Network.Numerics;

namespace Mongoose.Testbed.Scenarios;

/// <summary>One flow, or several alike.</summary>
internal sealed record FlowGroup
{
    public required string Name { get; init; }

    /// <summary>At least 1; in a file 0 leaves the group out, as a level of a matrix may want.</summary>
    public int Count { get; init; } = 1;

    /// <summary>The links that it crosses, from the server's side to the viewer's.</summary>
    public IReadOnlyList<string> Path { get; init; } = [];

    /// <summary>One way, both ways, on top of the links' own.</summary>
    public Duration ExtraDelay { get; init; } = Duration.Zero;

    /// <summary>
    /// Each flow's <see cref="ExtraDelay"/> is at random so much longer at most. A fraction of a millisecond makes runs of one path differ, where
    /// a queue that flows share would else be the same to the packet.
    /// </summary>
    public Duration ExtraDelaySpread { get; init; } = Duration.Zero;

    public Duration Start { get; init; } = Duration.Zero;

    /// <summary>Each flow of the group starts at random within this time after <see cref="Start"/>.</summary>
    public Duration StartSpread { get; init; } = Duration.Zero;

    /// <summary>Null: it goes on to the end.</summary>
    public Duration? Stop { get; init; }

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

    /// <summary>What the flow cannot be in that place: the key that says it, null for the flow as a whole, and what is allowed.</summary>
    public virtual IEnumerable<(string? Key, string Reason)> ObstaclesIn(PlaceKind place) =>
        place == PlaceKind.OpenSim ? [(null, "with regions openSim a flow is a circuit")] : [];
}

/// <summary>A player of a game and its server: small datagrams both ways.</summary>
internal sealed record GameFlowOptions(GameOptions Game) : FlowKind
{
    public override string Key => "game";
}
