using System.Text.Json.Nodes;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Testbed.Commands;

/// <summary>The scenario "demo" with the changes from the command line. The defaults are those of the file.</summary>
internal sealed record DemoScenario
{
    /// <summary>A viewer's request when its bandwidth setting is too high for its line, as a multiple of the line's rate.</summary>
    public const double Excess = 3;

    /// <summary>The access link's rate is above the largest circuit rate, so the circuit's throttle is the bottleneck.</summary>
    private const int LinkKbps = 20_000, LinkQueueBytes = 256 * 1024;

    /// <summary>The queue of a slow line holds a quarter of a second at 1 Mbit/s, as is typical of ADSL.</summary>
    private const int LineQueueBytes = 32_000;

    private const string OpenSimAbout = "Two temporary OpenSimulators run at the same time, one of them with the region module. "
        + "In each, viewers log in through the login service and download the library's textures until the run ends, "
        + "and next to each viewer an avatar keeps turning. Each server has its own link; the two links are alike. "
        + "Goodput is the UDP payload that reached the viewer, without the first second. "
        + "Task delay is the time from a turn until its update reaches the viewer, including the link's propagation delay. "
        + "The first textures are a batch of 20 % of what can arrive in the run.";

    private static readonly string[] Servers = ["stock", "mongoose"];

    /// <summary>Circuit rates in kbit/s; the circuits run one after the other.</summary>
    public IReadOnlyList<double> ThrottlesKbps { get; init; } = [1500, 8000];

    /// <summary>
    /// Rate in kbit/s of the downstream line of one more pair, whose viewers request <see cref="Excess"/> times as much; 0: no such pair.
    /// </summary>
    public double LineKbps { get; init; } = 1000;

    public double RoundTripMs { get; init; } = 50;

    /// <summary>Random loss in each direction.</summary>
    public double LossPercent { get; init; }

    /// <summary>Length of each pair's run.</summary>
    public double Seconds { get; init; } = 12;

    public int Seed { get; init; } = 1;

    /// <summary>The stock region's port; the Mongoose region uses the next one. 0: any free ports.</summary>
    public int Port { get; init; }

    /// <summary>Number of viewers per server in real regions; null: one viewer per embedded region.</summary>
    public int? OpenSimClients { get; init; }

    /// <summary>Whether a region with Mongoose runs next to the stock region.</summary>
    public bool HasMongoose { get; init; } = true;

    /// <summary>The arguments that repeat this run, without the verb.</summary>
    public string Arguments => $"--throttle {string.Join(',', ThrottlesKbps.Select(Figures.Short))}"
        + $" --rtt {Figures.Short(RoundTripMs)} --loss {Figures.Short(LossPercent)}"
        + $" --seconds {Figures.Short(Seconds)} --seed {Seed}"
        + (OpenSimClients is { } clients ? $" --clients {clients}" : $" --line {Figures.Short(LineKbps)}")
        + (Port > 0 ? $" --port {Port}" : "");

    /// <exception cref="FileNotFoundException">The built-in scenario is missing.</exception>
    public ScenarioFile File() => new ScenarioFile(ScenarioCatalogue.BuiltIn.PathOf("demo")).With(Changes);

    private IEnumerable<(string Place, JsonNode? Value)> Changes =>
    [
        ("seconds", Seconds),
        ("seed", Seed),
        ("flows[0].circuit.port", Port),
        ("flows[1].circuit.port", Port == 0 ? 0 : Port + 1),
        .. from server in Servers
           from way in (string[])["down", "up"]
           from change in LinkChanges($"links.{server}-line.{way}")
           select change,
        ("matrix.factors[0].levels", new JsonArray([.. Pairs.Select(pair => pair.Level)])),
        ("matrix.factors[0].labels", new JsonArray([.. Pairs.Select(pair => JsonValue.Create(pair.Label))])),
        .. OpenSimClients is { } clients ? OpenSimChanges(clients) : [],
    ];

    private IEnumerable<(string Label, JsonNode Level)> Pairs =>
    [
        .. ThrottlesKbps.Select(rate => (Figures.Rate(rate), Level(rate, LinkKbps, LinkQueueBytes))),
        .. LineKbps > 0
            ? [("line of " + Figures.Rate(LineKbps), Level(LineKbps * Excess, LineKbps, LineQueueBytes))]
            : Array.Empty<(string, JsonNode)>(),
    ];

    private IEnumerable<(string Place, JsonNode? Value)> LinkChanges(string link) =>
        [($"{link}.delayMs", RoundTripMs / 2), ($"{link}.loss", new JsonObject { ["percent"] = LossPercent })];

    private IEnumerable<(string Place, JsonNode? Value)> OpenSimChanges(int clients) =>
    [
        ("regions", "openSim"),
        ("title", "Stock and Mongoose side by side in a real OpenSimulator"),
        ("about", OpenSimAbout),
        ("clocks", "real"),
        ("flows[0].circuit.assets", 0),
        ("flows[1].circuit.assets", 0),
        ("flows[0].count", clients),
        ("flows[1].count", HasMongoose ? clients : 0),
    ];

    /// <summary>One value per place that the file's matrix sets, for both servers: throttle, line rate and line queue.</summary>
    private static JsonNode Level(double throttleKbps, double linkKbps, int queueBytes) =>
        new JsonArray(throttleKbps, throttleKbps, linkKbps, linkKbps, queueBytes, queueBytes);
}
