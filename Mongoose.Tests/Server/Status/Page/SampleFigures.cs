using System.Text.Json.Nodes;
using Mongoose.Core.Status.Figures;

namespace Mongoose.Server.Tests.Status.Page;

/// <summary>Figures as a region gives them in data.json: every cause of a limit among its visitors, and ten minutes of history.</summary>
internal sealed record SampleFigures
{
    private const int Kept = 300;

    private static readonly string[] Causes = ["delay", "loss", "viewer", "window", "cap", "scene", "downloads"];

    /// <summary>Avatars in the region.</summary>
    public int Visitors { get; init; } = 1;

    /// <summary>How many of them are limited; the causes take turns.</summary>
    public int Limited { get; init; }

    /// <summary>Avatars in neighbouring regions.</summary>
    public int Children { get; init; }

    public string Region { get; init; } = "Welcome";

    /// <summary>The name of the first visitor; the others are called "Ruth 2" and so on. Without it, names are hidden.</summary>
    public string? FirstName { get; init; }

    /// <summary>The number of the newest point.</summary>
    public long Point { get; init; } = Kept;

    /// <summary>The number of the visitors' first point.</summary>
    public long Since { get; init; } = 1;

    /// <summary>Whether Mongoose sends.</summary>
    public bool Shaping { get; init; } = true;

    /// <summary>Why downloads by HTTP are not paced; null if they are.</summary>
    public string? WhyUnpaced { get; init; }

    /// <summary>The capabilities that other servers serve.</summary>
    public string[] Elsewhere { get; init; } = [];

    /// <summary>Responses that were sent unpaced after failures.</summary>
    public int Unpaced { get; init; }

    /// <summary>data.json with the points after <paramref name="after"/>.</summary>
    public string Json(long after)
    {
        long first = Math.Max(after, Math.Max(0, Point - Kept)) + 1;
        return new JsonObject
        {
            ["schema"] = "mongoose-status/2",
            ["version"] = "0.2.0",
            ["openSim"] = "0.9.3.1",
            ["status"] = Shaping ? "on, order sparse, lending on, exact refill (Mongoose 0.2.0, OpenSimulator 0.9.3.1)"
                : "off: this OpenSimulator has no field _outgoing (Mongoose 0.2.0, OpenSimulator 0.9.4)",
            ["on"] = Shaping,
            ["names"] = FirstName != null,
            ["point"] = Point,
            ["intervalSeconds"] = 2,
            ["causes"] = new JsonArray([.. Cause.All.Select(cause => (JsonNode)new JsonObject
            {
                ["by"] = cause.Name,
                ["title"] = cause.Title,
                ["summary"] = cause.Summary,
                ["evidence"] = cause.Evidence,
            })]),
            ["downloads"] = new JsonObject
            {
                ["paced"] = WhyUnpaced is null,
                ["why"] = WhyUnpaced,
                ["visitors"] = Enumerable.Range(0, Limited).Count(IsDownloading),
                ["kbps"] = 8100 * Enumerable.Range(0, Limited).Count(IsDownloading),
                ["elsewhere"] = new JsonArray([.. Elsewhere.Select(cap => (JsonNode)cap)]),
                ["unpaced"] = Unpaced,
            },
            ["regions"] = new JsonArray(RegionNode(first)),
            ["visitors"] = new JsonArray(Enumerable.Range(0, Visitors + Children)
                .Select(index => VisitorNode(index, Math.Max(first, Since))).ToArray()),
        }.ToJsonString();
    }

    private JsonNode RegionNode(long first) => new JsonObject
    {
        ["name"] = Region,
        ["shaping"] = Shaping,
        ["visitors"] = Visitors,
        ["children"] = Children,
        ["sentKbps"] = 412.5 * Visitors,
        ["borrowedPercent"] = 40.1,
        ["limitKbps"] = 50_000,
        ["lostPercent"] = 0.4,
        ["delayMs"] = 12.1,
        ["limited"] = LimitedByCause(),
        ["failures"] = 0,
        ["badThrottles"] = 0,
        ["malformed"] = 3,
        ["passP99Us"] = 210,
        ["busyPercent"] = 1.2,
        ["latePercent"] = 0.1,
        ["history"] = new JsonObject
        {
            ["first"] = first,
            ["sentKbps"] = Series(first, 412.5 * Visitors, 0.3, 1),
            ["visitors"] = Points(first, number => Visitors * number / Math.Max(1, Point)),
            ["delayMs"] = Series(first, 12.1, 0.6, 2),
            ["lostPercent"] = Series(first, 0.4, 1, 3),
            ["limited"] = Points(first, number => Limited * (1 + number / 40 % 2) / 2),
            ["passP99Us"] = Series(first, 210, 0.4, 4),
        },
    };

    private JsonObject LimitedByCause() => new(Causes.Select((cause, index) =>
        KeyValuePair.Create<string, JsonNode?>(cause, Enumerable.Range(0, Limited).Count(visitor => visitor % Causes.Length == index))));

    private JsonNode VisitorNode(int index, long first)
    {
        string by = index < Limited ? Causes[index % Causes.Length] : "none";
        double asked = 500 + 500 * (index % 6), path = by is "delay" or "loss" ? asked * 0.4 : asked, used = Math.Min(path, asked) * 0.97;
        double delay = by == "delay" ? 83 : 4.4;
        return new JsonObject
        {
            ["id"] = 17 + index,
            ["region"] = Region,
            ["name"] = FirstName == null ? null : index == 0 ? FirstName : $"Ruth {index + 1}",
            ["child"] = index >= Visitors,
            ["seconds"] = 12 + 312 * index,
            ["by"] = by,
            ["mode"] = !Shaping ? "off" : by switch { "delay" => "delay", "loss" => "competing", "window" => "silent", _ => "free" },
            ["requestedKbps"] = asked,
            ["allowedKbps"] = by == "cap" ? asked * 0.5 : asked,
            ["pathKbps"] = by is "delay" or "loss" ? path : null,
            ["currentKbps"] = path,
            ["usedKbps"] = used,
            ["pathDelayMs"] = delay,
            ["regionDelayMs"] = 12 + index % 7,
            ["lostPercent"] = by == "loss" ? 6.25 : 0.12,
            ["queuedKB"] = 20.5,
            ["unackedKB"] = 12.1,
            ["downloadKbps"] = IsDownloading(index) ? 8100 : null,
            ["downloadQueueMs"] = IsDownloading(index) ? 11.6 : null,
            ["downloadBy"] = IsDownloading(index) ? "line" : null,
            ["advice"] = Advice(by),
            ["history"] = new JsonObject
            {
                ["first"] = first,
                ["usedKbps"] = Series(first, used, 0.4, index),
                ["pathDelayMs"] = Series(first, delay, 0.7, index + 1),
                ["regionDelayMs"] = Series(first, 12, 0.5, index + 2),
            },
        };
    }

    /// <summary>Whether a visitor downloads by HTTP: the one whom that limits.</summary>
    private bool IsDownloading(int index) => index < Limited && Causes[index % Causes.Length] == "downloads";

    private static string? Advice(string by) => by switch
    {
        "delay" => "The path to this visitor carries about 1.2 Mbit/s; the viewer asks for 3 Mbit/s. "
            + "A lower setting in the viewer would do no harm.",
        "loss" => "The path loses packets at any rate: a cable instead of a radio may help, at the visitor’s end.",
        "viewer" => "The viewer asks for 500 kbit/s and gets it. More: Preferences, Network, Maximum bandwidth.",
        "window" => "The viewer has not confirmed packets for 4 s. It may be frozen or gone.",
        "cap" => "The region gives no visitor more than 1 Mbit/s: see MaxCircuitRate.",
        "downloads" => "Nothing is wrong: the visitor’s own textures and meshes arrive by HTTP at 8.1 Mbit/s and fill the line. "
            + "Objects and avatars come first.",
        "scene" => "The region’s total limit of 50 Mbit/s is shared by all visitors: "
            + "raise scene_throttle_max_bps if the line carries more.",
        _ => null,
    };

    /// <summary>Values around a mean, the same in every run.</summary>
    private JsonArray Series(long first, double mean, double spread, int seed) => Points(first, number =>
        Math.Round(Math.Max(0, mean * (1 + spread * Math.Sin(number * 0.07 + seed) * Math.Cos(number * 0.031 * (1 + seed % 5)))), 2));

    private JsonArray Points(long first, Func<long, double> value) =>
        new(Enumerable.Range(0, (int)(Point - first + 1)).Select(index => (JsonNode)value(first + index)).ToArray());
}
