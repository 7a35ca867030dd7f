using System.Text.Json.Nodes;
using Mongoose.Core.Units;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Particles;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Testbed.Commands;

/// <summary>
/// The scenario "state/side-by-side" with the changes from the command line: moving particles, shared by several peers, each over a line
/// of its own.
/// </summary>
internal sealed record StateScenario
{
    public IReadOnlyList<string> Peers { get; init; } = ["verse-cc", "verse", "tcp", "udp"];

    /// <summary>Rate of each line downstream. Upstream is not limited: acknowledgments are small.</summary>
    public DataRate Down { get; init; } = DataRate.FromKilobitsPerSecond(256);

    /// <summary>Random loss in each direction.</summary>
    public double LossPercent { get; init; }

    /// <summary>One way.</summary>
    public double DelayMs { get; init; } = 5;

    /// <summary>At most <see cref="DelayMs"/>.</summary>
    public double JitterMs { get; init; } = 0.3;

    /// <summary>The buffer in front of each line.</summary>
    public double BufferKB { get; init; } = 16;

    public int Particles { get; init; } = 100;

    /// <summary>Cycles of 8 s in which the particles start and stop.</summary>
    public int Cycles { get; init; } = 1;

    public int Seed { get; init; } = 1;

    public ClockKind Clock { get; init; } = ClockKind.Sim;

    /// <summary>The arguments that repeat this run, without the verb.</summary>
    public string Arguments => $"--down {RateOption.Text(Down)} --loss {Figures.Short(LossPercent)} --delay {Figures.Short(DelayMs)}"
        + $" --jitter {Figures.Short(JitterMs)} --buffer {Figures.Short(BufferKB)} --peer {string.Join(',', Peers)}"
        + $" --particles {Particles} --cycles {Cycles}"
        + $" --seed {Seed} --clock {ClockText}";

    /// <summary>The error message for options that cannot be combined; null if there is none.</summary>
    public string? Problem
    {
        get
        {
            if (JitterMs > DelayMs)
                return $"--jitter {Figures.Short(JitterMs)}: allowed are 0 to {Figures.Short(DelayMs)} ms, no more than --delay";
            PlaceKind place = Clock == ClockKind.Sim ? PlaceKind.Simulated
                : Kinds.Any(kind => kind.UsesKernelTcp) ? PlaceKind.Namespaces
                : PlaceKind.Loopback;
            foreach (ParticleOptions kind in Kinds)
            {
                if (kind.ObstaclesIn(place).Select(obstacle => obstacle.Reason).FirstOrDefault() is { } reason)
                    return $"--peer {kind.Peer}: {reason}";
            }
            return place == PlaceKind.Namespaces && Peers.Count > 1
                ? $"--clock real: {Kinds.First(kind => kind.UsesKernelTcp).Peer} is the kernel's there, "
                    + "between two namespaces with one line: name it alone, or not at all"
                : null;
        }
    }

    /// <exception cref="FileNotFoundException">The built-in scenario is missing.</exception>
    public ScenarioFile File() => new ScenarioFile(ScenarioCatalogue.BuiltIn.PathOf("state/side-by-side")).With(
    [
        ("title", Title),
        ("clocks", ClockText),
        ("seed", Seed),
        ("seconds", Math.Ceiling(Kinds.Max(kind => kind.Length.Seconds))),
        ("links", new JsonObject(Peers.Select(peer =>
            KeyValuePair.Create(LineOf(peer), (JsonNode?)new JsonObject { ["down"] = Downstream(), ["up"] = Way() })))),
        ("flows", new JsonArray([.. Peers.Select(Flow)])),
        // The file's bands are for its own lines.
        ("bands", new JsonArray()),
    ]);

    private string Title => $"{Particles} particles shared by {string.Join(", ", Peers)} over {Figures.Rate(Down.KilobitsPerSecond)}"
        + (LossPercent > 0 ? $" with {Figures.Short(LossPercent)} % loss" : "");

    private string ClockText => Clock == ClockKind.Sim ? "sim" : "real";

    private IEnumerable<ParticleOptions> Kinds => Peers.Select(peer => new ParticleOptions
    {
        Peer = peer,
        Profile = new ParticleProfile { Count = Particles, Cycles = Cycles },
    });

    private static string LineOf(string peer) => $"{peer}-line";

    private JsonObject Downstream()
    {
        JsonObject way = Way();
        way["rateKbps"] = Down.KilobitsPerSecond;
        way["queue"] = new JsonObject { ["limitBytes"] = (int)Math.Round(BufferKB * 1000) };
        return way;
    }

    private JsonObject Way() =>
        new() { ["delayMs"] = DelayMs, ["jitterMs"] = JitterMs, ["loss"] = new JsonObject { ["percent"] = LossPercent } };

    private JsonNode Flow(string peer) => new JsonObject
    {
        ["name"] = peer,
        ["path"] = LineOf(peer),
        ["particles"] = new JsonObject { ["peer"] = peer, ["count"] = Particles, ["cycles"] = Cycles, ["pictures"] = true },
    };
}
