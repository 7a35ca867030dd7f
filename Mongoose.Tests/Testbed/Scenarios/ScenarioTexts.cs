using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>Scenarios for tests, with one link and one flow, and with some parts as parameters.</summary>
internal static class ScenarioTexts
{
    /// <summary>Two kinds of flow, losses, and several runs; a second of simulated time takes a few thousand events.</summary>
    public const string Small = """
        {
          "title": "Small", "seconds": 4, "warmUpSeconds": 1, "seed": 5, "seeds": 4,
          "links": { "access": { "down": { "rateKbps": 3000, "delayMs": 10, "queue": { "limitBytes": 20000 }, "loss": { "percent": 1 } },
            "up": { "delayMs": 10 } } },
          "flows": [
            { "name": "circuit", "circuit": { "throttleKbps": 500 } },
            { "name": "reno", "count": 2, "startSpreadSeconds": 0.5, "tcp": {} }
          ],
          "bands": [ { "stat": "reno.totalKbps", "min": 500 } ],
          "matrix": {
            "factors": [
              { "name": "rateKbps", "set": "links.access.down.rateKbps", "levels": [2000, 3000] },
              { "name": "control", "set": "flows[1].tcp.congestionControl", "levels": ["reno", "cubic"] }
            ]
          }
        }
        """;

    public static Scenario WithLink(string down, string folder = "") => Read($$"""
        {
          "title": "One link", "seconds": 10,
          "links": { "access": { "down": {{down}}, "up": { "delayMs": 20 } } },
          "flows": [ { "name": "flow", "tcp": {} } ]
        }
        """, folder);

    /// <param name="flow">The flow's keys other than its name.</param>
    /// <param name="regions">The regions of its circuits on the host's clock.</param>
    public static Scenario WithFlow(string flow, string regions = "embedded") => Read($$"""
        {
          "title": "One flow", "seconds": 10, "regions": "{{regions}}",
          "links": { "access": { "down": { "rateKbps": 4000, "delayMs": 30 }, "up": {} } },
          "flows": [ { "name": "flow", {{flow}} } ]
        }
        """);

    public static Scenario Read(string json, string folder = "") => ScenarioReader.Read(json, Path.Combine(folder, "x.json"));

    /// <summary>The reader's messages about an error, without the file's name.</summary>
    public static string[] ProblemsOf(TestDelegate read) =>
        Assert.Throws<ScenarioException>(read)!.Problems.Select(problem => problem.ToString()).ToArray();
}
