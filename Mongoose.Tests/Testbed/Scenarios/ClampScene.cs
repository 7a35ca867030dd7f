using System.Globalization;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>
/// Parts of the scene of SAP-LAW: downloads with round trips of 30, 50 and 100 ms over a line of 19 Mbit/s, and a game with one of 20 ms.
/// As in the scenarios of the clamp, the line's delay varies by 1 ms in all, because drop-tail queues and constant delays lock flows to
/// each other.
/// </summary>
internal static class ClampScene
{
    public const double LineKbps = 19_000, SegmentBytes = 1448, PacketBytes = 1500;

    /// <summary>The game's longest propagation, one way, with the whole jitter.</summary>
    public const double GamePropagationMs = 10.5;

    /// <summary>
    /// Bursts of the three downloads sometimes collide, so that the game waits for up to five packets although no queue stands.
    /// </summary>
    public const double CollisionMs = 3;

    public const string Rate = "\"rateKbps\": 19000", Halved = """
        "rateSteps": [{ "atSeconds": 0, "rateKbps": 19000 }, { "atSeconds": 20, "rateKbps": 9500 }, { "atSeconds": 40, "rateKbps": 19000 }]
        """;

    /// <summary>The line. The clamp is the text of its key's value; empty: there is none.</summary>
    public static string Line(string rate, int fifoPackets, string clamp) => $$"""
        "line": {
          "down": { {{rate}}, "delayMs": 10, "jitterMs": 0.5, "queue": { "limitPackets": {{fifoPackets}} } {{ClampOf(clamp)}} },
          "up": { {{Rate}}, "delayMs": 10, "jitterMs": 0.5, "queue": { "limitPackets": 100 } }
        }
        """;

    /// <summary>The link behind the line, in which no queue forms.</summary>
    public static string Home(string clamp) => $$"""
        "home": { "down": { "rateKbps": 100000 {{ClampOf(clamp)}} }, "up": { "rateKbps": 100000 } }
        """;

    /// <summary>The three downloads, with more keys of their TCP.</summary>
    public static string Downloads(string path, string tcp = "") =>
        string.Join(",\n", new[] { 30, 50, 100 }.Select(rtt => Download($"rtt{rtt}", path, rtt, tcp)));

    /// <summary>A download, from 1 s on unless its other keys say otherwise.</summary>
    public static string Download(string name, string path, int rtt, string tcp = "", string keys = "\"startSeconds\": 1") => string.Create(
        CultureInfo.InvariantCulture,
        $$"""{ "name": "{{name}}", "path": {{path}}, "extraDelayMs": {{rtt / 2 - 10}}, {{keys}}, "tcp": { {{tcp}} } }""");

    public static string Game(string path, int start) => $$"""
        { "name": "game", "path": {{path}}, "startSeconds": {{start}},
          "game": { "down": { "intervalMs": 50, "payloadBytes": 200 }, "up": { "intervalMs": 60, "payloadBytes": 42 } } }
        """;

    /// <param name="seconds">The length of the run.</param>
    /// <param name="warmUp">The part that stats leave out, in seconds.</param>
    public static TestbedRun Run(int seconds, int warmUp, string links, string flows) => SimulatedRun.Execute(ScenarioTexts.Read($$"""
        { "title": "Clamp", "seconds": {{seconds}}, "warmUpSeconds": {{warmUp}}, "binMs": 250, "links": { {{links}} },
          "flows": [ {{flows}} ] }
        """), 1, default);

    /// <summary>The goodput of each of the three downloads.</summary>
    public static double[] Rates(TestbedRun run) => [.. new[] { 30, 50, 100 }.Select(rtt => run.Stats[$"rtt{rtt}.goodputKbps"])];

    public static TimeSeries Series(TestbedRun run, string name) => run.Series.OfType<TimeSeries>().Single(series => series.Name == name);

    /// <summary>The values of a series in a part of the run.</summary>
    public static double[] Values(TestbedRun run, string name, double from, double to)
    {
        TimeSeries series = Series(run, name);
        return [.. series.Values.Where((_, i) => series.Time(i) >= from && series.Time(i) < to)];
    }

    private static string ClampOf(string clamp) => clamp.Length == 0 ? "" : $", \"clamp\": {clamp}";
}
