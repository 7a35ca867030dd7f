using System.Text.Json.Nodes;

namespace Mongoose.Server.Tests.Status.Page;

/// <summary>A cause as the page's data names it, with what the data says of visitors whom it limits.</summary>
/// <param name="By">The word in the data.</param>
/// <param name="Title">The words on the page.</param>
/// <param name="Evidence">The visitor's key that shows the cause; null for none.</param>
/// <param name="Sentence">What is wrong.</param>
/// <param name="Advice">What to do.</param>
/// <param name="Seen">The evidence.</param>
internal sealed record SampleCause(string By, string Title, string? Evidence, string Sentence, string Advice, params string[] Seen)
{
    /// <summary>All causes; among a sample's limited visitors they take turns in this order.</summary>
    public static readonly IReadOnlyList<SampleCause> All =
    [
        new("delay", "Path: its queue grows", "pathDelayMs", "The way to these visitors carries less than their viewers ask for.",
            "A lower setting in the viewer would do no harm.", "packets wait 83 ms on the way", "the path carries 40 % of what is asked"),
        new("loss", "Path: packets are lost", "lostPercent", "The way to these visitors loses packets at any rate.",
            "A cable instead of a radio may help, at the visitor’s end.", "6.3 % of the packets of the last ten seconds are lost"),
        new("viewer", "Own setting in the viewer", "requestedKbps", "The viewers ask for less than the region has to send.",
            "The visitors can raise the bandwidth in their viewers’ network preferences.", "used 97 % of what is requested"),
        new("window", "Missing acks", "unackedKB", "The viewers have not confirmed packets for 4 s.",
            "They may be frozen or gone. Nothing helps here.", "no acks for 4 s", "12 kB unacknowledged"),
        new("cap", "Region’s maximum per visitor", "allowedKbps", "The region gives no visitor more than 1 Mbit/s.",
            "Raise MaxCircuitKbps if the host’s line carries more.", "allowed 1 Mbit/s, requested 3 Mbit/s"),
        new("scene", "Region’s total limit", null, "The region’s total limit of 50 Mbit/s is shared by all visitors.",
            "Raise scene_throttle_max_bps if the host’s line carries more.", "the region sends 49.8 of 50 Mbit/s"),
        new("downloads", "Own downloads by HTTP", "downloadKbps", "These visitors’ own textures and meshes fill their lines.",
            "Nothing is wrong: objects and avatars come first.", "downloads run as fast as the line carries them"),
        new("host", "Host: no processor time", "usedKbps", "The simulator’s process does not get the processor time that it needs.",
            "Stop other programs of this host, or give the simulator more cores.", "sending threads late in 31 % of the time",
            "a quota stopped the process in 88 % of the time"),
        new("simulator", "Simulator is slow", null, "Frames take 61 ms instead of 22 ms, so that nobody’s movements are shown in time.",
            "Look at the objects whose scripts cost most: “Rezzer of doom” alone takes 0.8 cores.",
            "frames of 61 ms", "scripts use 1.4 cores"),
        new("uplink", "The simulator’s own line", null, "The line of this host is full.",
            "Lower UplinkKbps below what the line carries, or stop other uploads.", "packets of 9 of 10 visitors wait at once"),
        new("neighbour", "Line shared with others", "pathDelayMs", "Several visitors at one address share a line that is full.",
            "They have to share it: lower settings in their viewers help all of them.", "3 circuits of one address wait at once"),
        new("unknown", "Not known", null, "These visitors wait, and nothing that Mongoose measures explains it.",
            "Look at the charts of one of them, and send them to a helper.", "packets wait 400 ms in the region"),
    ];

    /// <summary>What of the simulator is slow.</summary>
    public string? Part => By == "simulator" ? "scripts" : null;

    /// <summary>The title of a finding or an incident.</summary>
    public string FullTitle => Part is null ? Title : $"{Title}: {Part}";

    /// <summary>The causes in the data.</summary>
    public static JsonArray Nodes() => [.. All.Select(cause => (JsonNode)new JsonObject
    {
        ["by"] = cause.By,
        ["title"] = cause.Title,
        ["evidence"] = cause.Evidence,
    })];

    /// <summary>The cause with the words of the figures.</summary>
    public SampleCause In(SampleFigures all) =>
        all.Words is { } words ? this with { Sentence = words, Advice = words, Seen = [words] } : this;

    /// <summary>What concerns visitors because of this cause.</summary>
    /// <param name="region">The region.</param>
    /// <param name="visitors">Their ids and their harm, in percent.</param>
    public JsonObject Finding(string region, IReadOnlyList<(int Id, double Harm)> visitors) => new()
    {
        ["by"] = By,
        ["part"] = Part,
        ["title"] = FullTitle,
        ["region"] = By == "host" ? null : region,
        ["harmed"] = visitors.Count(visitor => visitor.Harm > 0),
        ["harm"] = Math.Round(visitors.Sum(visitor => visitor.Harm) / 100, 2),
        ["missed"] = By is "viewer" or "unknown" ? 0 : Math.Round(0.3 * visitors.Count, 2),
        ["visitors"] = new JsonArray([.. visitors.OrderByDescending(visitor => visitor.Harm).Select(visitor => (JsonNode)visitor.Id)]),
        ["sentence"] = Sentence,
        ["advice"] = Advice,
        ["seen"] = Strings(Seen),
        ["sure"] = By is not ("neighbour" or "uplink"),
    };

    /// <summary>A list of strings.</summary>
    public static JsonArray Strings(IEnumerable<string> strings) => [.. strings.Select(text => (JsonNode)text)];
}
