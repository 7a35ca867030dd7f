using System.Text.Json.Nodes;
using Mongoose.Testbed.Reports.Style;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Testbed.Commands;

/// <summary>The scenario "demo" with what the command line changes in it. The defaults are those of the file.</summary>
internal sealed record DemoScenario
{
    /// <summary>What a viewer asks for whose setting is too high for its line, as a multiple of the line's rate.</summary>
    public const double Excess = 3;

    /// <summary>Of the access link: above the largest circuit, so that the circuit's throttle is what limits.</summary>
    private const int LinkKbps = 20_000, LinkQueueBytes = 256 * 1024;

    /// <summary>Of a slow line: a quarter of a second at 1 Mbit/s, as ADSL has it.</summary>
    private const int LineQueueBytes = 32_000;

    private const string OpenSimAbout = "Two throw-away OpenSimulators at the same time, one of them with the region module. In each, viewers enter by "
        + "the login service and download the library's textures as long as the run lasts, and beside each an avatar turns all the time. Each server has a link "
        + "of its own, of the same kind. Goodput is the UDP payload that reached the viewer, the first second left out. Task delay runs from the turn to its "
        + "update at the viewer, the link's propagation included. The first textures are as many as fit into a fifth of what can arrive in the run.";

    private static readonly string[] Servers = ["stock", "mongoose"];

    /// <summary>Circuit rates in kbit/s, one after the other.</summary>
    public IReadOnlyList<double> ThrottlesKbps { get; init; } = [1500, 8000];

    /// <summary>Rate in kbit/s of the downstream line of one more pair, whose viewer asks for <see cref="Excess"/> times as much; 0: none.</summary>
    public double LineKbps { get; init; } = 1000;

    public double RoundTripMs { get; init; } = 50;

    /// <summary>Random loss, each way.</summary>
    public double LossPercent { get; init; }

    /// <summary>Of each pair.</summary>
    public double Seconds { get; init; } = 12;

    public int Seed { get; init; } = 1;

    /// <summary>The stock region's port; the Mongoose region has the next. 0 takes free ones.</summary>
    public int Port { get; init; }

    /// <summary>Viewers of each server, in real regions; null: one in embedded regions.</summary>
    public int? OpenSimClients { get; init; }

    /// <summary>Whether the region with Mongoose runs beside the stock one.</summary>
    public bool HasMongoose { get; init; } = true;

    /// <summary>What to type behind the verb to do the same again.</summary>
    public string Arguments
    {
        get
        {
            string clients = OpenSimClients is { } number ? $" --clients {number}" : $" --line {Figures.Short(LineKbps)}";
            return $"--throttle {string.Join(',', ThrottlesKbps.Select(Figures.Short))} --rtt {Figures.Short(RoundTripMs)} --loss {Figures.Short(LossPercent)}"
                + $" --seconds {Figures.Short(Seconds)} --seed {Seed}{clients}{(Port > 0 ? $" --port {Port}" : "")}";
        }
    }

    /// <exception cref="FileNotFoundException">The built-in scenario is missing.</exception>
    public ScenarioFile File() => new ScenarioFile(ScenarioCatalogue.BuiltIn.PathOf("demo")).With(Changes);

    private IEnumerable<(string Place, JsonNode? Value)> Changes =>
    [
        ("seconds", Seconds),
        ("seed", Seed),
        ("flows[0].circuit.port", Port),
        ("flows[1].circuit.port", Port == 0 ? 0 : Port + 1),
        .. from server in Servers from way in (string[])["down", "up"] from change in LinkChanges($"links.{server}-line.{way}") select change,
        ("matrix.factors[0].levels", new JsonArray([.. Pairs.Select(pair => pair.Level)])),
        ("matrix.factors[0].labels", new JsonArray([.. Pairs.Select(pair => JsonValue.Create(pair.Label))])),
        .. OpenSimClients is { } clients ? OpenSimChanges(clients) : [],
    ];

    private IEnumerable<(string Label, JsonNode Level)> Pairs
    {
        get
        {
            IEnumerable<(string, JsonNode)> circuits = ThrottlesKbps.Select(rate =>
                (Figures.Rate(rate), Level(rate, LinkKbps, LinkQueueBytes, "atOnce")));
            return LineKbps > 0
                ? circuits.Append(("line of " + Figures.Rate(LineKbps), Level(LineKbps * Excess, LineKbps, LineQueueBytes, "processed")))
                : circuits;
        }
    }

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

    /// <summary>A value for each place that the file's matrix sets: of both servers the throttle, the line's rate and queue, and how viewers ack.</summary>
    private static JsonNode Level(double throttleKbps, double linkKbps, int queueBytes, string acks) =>
        new JsonArray(throttleKbps, throttleKbps, linkKbps, linkKbps, queueBytes, queueBytes, acks, acks);
}
