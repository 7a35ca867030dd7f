using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Games;
using Mongoose.Network.Numerics;

namespace Mongoose.Testbed.Scenarios;

/// <summary>One flow, or several identical flows.</summary>
internal sealed record FlowGroup
{
    [Setting("name", IsRequired = true, Pattern = "^[A-Za-z][A-Za-z0-9-]*$", Range = "letters, digits and hyphens, starting with a letter",
        Text = "prefix of its stats; with `count` above 1 the group's name, and its flows are `name.1` and so on")]
    public required string Name { get; init; }

    /// <summary>At least 1. In a file, 0 leaves the group out, for example in one level of a matrix.</summary>
    [Setting("count", Min = 0, Max = 1000, Text = "identical flows; circuits of a group share a region")]
    public int Count { get; init; } = 1;

    [Setting("path", OrOne = true, Range = "names of links, each once", Default = "the only link",
        Text = "links that it crosses, from the server on")]
    public IReadOnlyList<string> Path { get; init; } = [];

    [Setting("extraDelayMs", Min = 0, Max = 100_000, Unit = "ms", Note = "one way", Text = "delay after the links, in each direction")]
    public Duration ExtraDelay { get; init; } = Duration.Zero;

    [Setting("extraDelaySpreadMs", Min = 0, Max = 100_000, Unit = "ms", Note = "one way",
        Text = "maximum of a random addition per flow, from the seed; tenths suffice to vary runs with a shared queue")]
    public Duration ExtraDelaySpread { get; init; } = Duration.Zero;

    [Setting("startSeconds", Min = 0, Max = Scenario.MaxSeconds, Unit = "s", Range = "0 to `seconds`", Text = "start")]
    public Duration Start { get; init; } = Duration.Zero;

    [Setting("startSpreadSeconds", Min = 0, Max = Scenario.MaxSeconds, Unit = "s", Range = "0 to `seconds`",
        Text = "maximum of a random addition per flow")]
    public Duration StartSpread { get; init; } = Duration.Zero;

    [Setting("stopSeconds", Min = 0, Max = Scenario.MaxSeconds, Unit = "s",
        Range = "after `startSeconds` and `startSpreadSeconds`, to `seconds`",
        Default = "the end",
        Text = "stop; not for particles, downloads with objects, or TCP applications other than bulk")]
    public Duration? Stop { get; init; }

    [Inlined(As = typeof(FlowKindSettings))]
    public required FlowKind Kind { get; init; }

    /// <summary>Draws one flow's extra one-way delay.</summary>
    public Duration DrawExtraDelay(SeededRandom random) => ExtraDelaySpread == Duration.Zero
        ? ExtraDelay
        : ExtraDelay + random.NextDuration(Duration.Zero, ExtraDelaySpread);

    /// <summary>The names of the group's flows: the group's own name for a single flow, otherwise numbered from 1.</summary>
    public IEnumerable<string> Members => Count == 1 ? [Name] : Enumerable.Range(1, Count).Select(i => $"{Name}.{i}");
}

/// <summary>The kind of a flow, such as a TCP connection or a circuit of a region.</summary>
internal abstract record FlowKind
{
    /// <summary>The key in files.</summary>
    public abstract string Key { get; }

    /// <summary>Whether the flow sends until it is stopped, so that it may have a stop time.</summary>
    public virtual bool CanStop => true;

    /// <summary>Whether the flow uses the kernel's TCP on the host's clock.</summary>
    public virtual bool UsesKernelTcp => false;

    /// <summary>Whether, with regions openSim, viewers and regions need hosts of their own.</summary>
    public virtual bool NeedsHosts => false;

    /// <summary>The settings that this place does not support: the key, or null for the flow as a whole, and the allowed values.</summary>
    public virtual IEnumerable<(string? Key, string Reason)> ObstaclesIn(PlaceKind place) =>
        place is PlaceKind.OpenSim or PlaceKind.OpenSimHosts
            ? [(null, "with regions openSim, every flow must be a circuit, downloads or TCP")]
            : [];
}

/// <summary>The kind of a flow, as declared in a file.</summary>
internal sealed record FlowKindSettings : ISettingRules
{
    [Setting("circuit", Text = "a viewer on a circuit; a flow has exactly one of these eight keys")]
    public CircuitOptions? Circuit { get; init; }

    [Setting("tcp", Text = "a TCP connection")]
    public TcpFlowOptions? Tcp { get; init; }

    [Setting("game", Text = "a first-person shooter")]
    public GameFlowOptions? Game { get; init; }

    [Setting("particles", Text = "moving particles shared over a transport")]
    public ParticleOptions? Particles { get; init; }

    [Setting("voice", Text = "voice streams between two mixers")]
    public VoiceOptions? Voice { get; init; }

    [Setting("mixer", Text = "real mixers")]
    public MixerOptions? Mixer { get; init; }

    [Setting("datagrams", Text = "datagrams at a constant rate")]
    public DatagramOptions? Datagrams { get; init; }

    [Setting("downloads", Text = "a viewer's HTTP downloads beside a circuit")]
    public DownloadFlowOptions? Downloads { get; init; }

    object ISettingRules.Finish(ISettingReport report)
    {
        IReadOnlyList<Setting> kinds = Setting.All(typeof(FlowKindSettings));
        string[] keys = kinds.Select(kind => kind.Key).ToArray();
        if (keys.Count(report.Has) != 1)
            report.Problem(null, $"a flow needs exactly one of {string.Join(", ", keys[..^1])} and {keys[^1]}");
        // Unless exactly one kind could be read, a problem has been reported and the flow never runs.
        return kinds.Select(kind => (FlowKind?)kind.Get(this)).OfType<FlowKind>().ToArray() is [var kind] ? kind : new CircuitOptions();
    }
}

/// <summary>A game's client and server: small datagrams in both directions.</summary>
internal sealed record GameFlowOptions : FlowKind
{
    [Inlined]
    public GameOptions Game { get; init; } = new();

    public override string Key => "game";
}
