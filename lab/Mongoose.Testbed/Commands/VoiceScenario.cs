using System.Text.Json.Nodes;
using Mongoose.Core.Units;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Testbed.Commands;

/// <summary>
/// The scenario "mixer/side-by-side" with the changes from the command line: the same voices sent in several ways, each over a line of
/// its own, beside a TCP transfer in the middle of the run.
/// </summary>
internal sealed record VoiceScenario
{
    /// <summary>Maximum number of sources: the number of PCMU streams that fit into a trunk packet of 1500 bytes.</summary>
    public const int MaxSources = 8;

    /// <summary>The part of the run in which TCP sends.</summary>
    private const double TcpStart = 0.25, TcpStop = 0.75;

    public IReadOnlyList<VoiceWay> Ways { get; init; } = VoiceWay.All;

    public double Seconds { get; init; } = 60;

    /// <summary>Rate of each line in each direction.</summary>
    public DataRate Down { get; init; } = DataRate.FromKilobitsPerSecond(635);

    /// <summary>One way.</summary>
    public double DelayMs { get; init; } = 70;

    /// <summary>The buffer in front of each line.</summary>
    public double BufferKB { get; init; } = 75;

    public int Sources { get; init; } = MaxSources;

    public int Seed { get; init; } = 1;

    public ClockKind Clock { get; init; } = ClockKind.Sim;

    /// <summary>The arguments that repeat this run, without the verb.</summary>
    public string Arguments =>
        $"--way {string.Join(',', Ways.Select(way => way.Name))} --seconds {Figures.Short(Seconds)} --down {RateOption.Text(Down)}"
        + $" --delay {Figures.Short(DelayMs)} --buffer {Figures.Short(BufferKB)} --sources {Sources} --seed {Seed} --clock {ClockText}";

    /// <summary>The error message for options that cannot be combined; null if there is none.</summary>
    public string? Problem => Clock == ClockKind.Real && Ways.Count > 1
        ? $"--clock real: TCP is the kernel's there, between two namespaces with one line: add --way with one of {VoiceWay.Names}"
        : null;

    /// <exception cref="FileNotFoundException">The built-in scenario is missing.</exception>
    public ScenarioFile File() => new ScenarioFile(ScenarioCatalogue.BuiltIn.PathOf("mixer/side-by-side")).With(
    [
        ("title", Title),
        ("clocks", ClockText),
        ("seed", Seed),
        ("seconds", Seconds),
        ("links", new JsonObject(Ways.Select(way =>
            KeyValuePair.Create(LineOf(way), (JsonNode?)new JsonObject { ["down"] = Direction(), ["up"] = Direction() })))),
        ("flows", new JsonArray([.. Ways.Select(Mixer), .. Ways.Select(Tcp)])),
        ("figures", new JsonArray([KeyFigures(), .. Ways.Select(Player), .. Lines()])),
        // The file's bands are for its own line.
        ("bands", new JsonArray()),
    ]);

    private string Title => $"{Sources} voices over {Figures.Rate(Down.KilobitsPerSecond)} beside a TCP transfer: "
        + string.Join(", ", Ways.Select(way => way.Label.ToLowerInvariant()));

    private string ClockText => Clock == ClockKind.Sim ? "sim" : "real";

    private static string LineOf(VoiceWay way) => $"{way.Name}-line";

    private static string TcpOf(VoiceWay way) => $"{way.Name}-tcp";

    private JsonObject Direction() => new()
    {
        ["rateKbps"] = Down.KilobitsPerSecond,
        ["delayMs"] = DelayMs,
        ["queue"] = new JsonObject { ["limitBytes"] = (int)Math.Round(BufferKB * 1000) },
    };

    private JsonNode Mixer(VoiceWay way) => new JsonObject
    {
        ["name"] = way.Name,
        ["path"] = LineOf(way),
        ["mixer"] = new JsonObject
        {
            ["form"] = "trunk",
            ["rule"] = way.Rule,
            ["maxStreams"] = way.MaxStreams(Sources),
            ["sources"] = Sources,
            ["audio"] = "spoken",
            ["listener"] = "stereo",
            ["recording"] = true,
        },
    };

    private JsonNode Tcp(VoiceWay way) => new JsonObject
    {
        ["name"] = TcpOf(way),
        ["path"] = LineOf(way),
        ["startSeconds"] = Seconds * TcpStart,
        ["stopSeconds"] = Seconds * TcpStop,
        ["tcp"] = new JsonObject { ["congestionControl"] = "reno" },
    };

    private JsonNode KeyFigures() => new JsonObject
    {
        ["kind"] = "table",
        ["title"] = "Key figures",
        ["caption"] = $"from 5 s on; TCP while it runs, from {Figures.Short(Seconds * TcpStart)} to {Figures.Short(Seconds * TcpStop)} s",
        ["columns"] = new JsonArray(
            "voices heard apart", "audio missing, ms", "delay p95, ms", "voices' rate, kbit/s", "TCP's rate, kbit/s"),
        ["rows"] = new JsonArray([.. Ways.Select(way => (JsonNode)new JsonObject
        {
            ["label"] = way.Label,
            ["stats"] = new JsonArray($"{way.Name}.apart.mean", $"{way.Name}.missingMs", $"{way.Name}.delayMs.p95",
                $"{way.Name}.lineKbps", $"{TcpOf(way)}.goodputKbps"),
        })]),
    };

    private static JsonNode Player(VoiceWay way) => new JsonObject
    {
        ["kind"] = "audio",
        ["title"] = $"{way.Label}: what the listener heard",
        ["caption"] = way.ToHear,
        ["series"] = new JsonArray($"{way.Name}.heard"),
    };

    private IEnumerable<JsonNode> Lines()
    {
        yield return OverTime("Streams sent", "a mix is one stream", [.. Ways.Select(way => $"{way.Name}.streams")], "streams", "");
        yield return OverTime("One-way delay", "mean of each half second",
            [.. Ways.Select(way => $"{way.Name}.delayOverTimeMs")], "delay", "ms");
        foreach (VoiceWay way in Ways)
        {
            yield return OverTime($"Shares of the line: {way.Label.ToLowerInvariant()}", "with all headers",
                [$"{way.Name}.lineKbps", $"{TcpOf(way)}.lineKbps"], "rate", "kbit/s");
        }
    }

    private static JsonObject OverTime(string title, string caption, string[] series, string axis, string unit) => new()
    {
        ["kind"] = "timeSeries",
        ["title"] = title,
        ["caption"] = caption,
        ["series"] = new JsonArray([.. series.Select(name => (JsonNode)name)]),
        ["y"] = new JsonObject { ["title"] = axis, ["unit"] = unit },
    };
}
