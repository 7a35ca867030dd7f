using System.Text.Json.Nodes;

namespace Mongoose.Server.Tests.Status.Page;

/// <summary>
/// Figures as a simulator gives them in data.json, by config/dashboards/data.schema.json: every cause among its visitors, and ten
/// minutes of history.
/// </summary>
internal sealed record SampleFigures
{
    /// <summary>The id of the first visitor; the others follow.</summary>
    public const int FirstId = 17;

    /// <summary>Avatars in the regions.</summary>
    public int Visitors { get; init; } = 1;

    /// <summary>How many of them are limited; the causes take turns.</summary>
    public int Limited { get; init; }

    /// <summary>How many of the limited visitors suffer, the first ones most.</summary>
    public int Harmed { get; init; }

    /// <summary>The cause of all limits; by default all causes take turns.</summary>
    public string? OnlyCause { get; init; }

    /// <summary>How often all visitors have left and come again, each time with a new circuit.</summary>
    public int Relogs { get; init; }

    /// <summary>Circuits of the first visitors in neighbouring regions.</summary>
    public int Children { get; init; }

    /// <summary>The regions' names, among which the visitors take turns.</summary>
    public string[] Regions { get; init; } = ["Welcome"];

    /// <summary>The name of the first visitor; the others are called "Ruth 2" and so on. Without it, names are hidden.</summary>
    public string? FirstName { get; init; }

    /// <summary>
    /// What stands for a script's name, a finding's and an incident's sentence, advice, evidence and changes; by default usual texts do.
    /// </summary>
    public string? Words { get; init; }

    /// <summary>The number of the newest point.</summary>
    public long Point { get; init; } = SampleSeries.Kept;

    /// <summary>The number of the first point.</summary>
    public long Since { get; init; } = 1;

    /// <summary>Differs after each restart.</summary>
    public long Started { get; init; } = 1_764_000_000_000;

    /// <summary>Whether Mongoose sends.</summary>
    public bool Shaping { get; init; } = true;

    /// <summary>How slow the regions are: 0 in time, 100 for one that stands still.</summary>
    public double SlowPercent { get; init; }

    /// <summary>Processor time that the host did not get; null if it does not tell.</summary>
    public double? StolenPercent { get; init; }

    /// <summary>Pages of memory per second that were on a disk; null if the host does not tell.</summary>
    public double? PagesRead { get; init; }

    /// <summary>Whether the regions' statistics can be read.</summary>
    public bool HasSimulation { get; init; } = true;

    /// <summary>Why downloads by HTTP are not paced; null if they are.</summary>
    public string? WhyUnpaced { get; init; }

    /// <summary>The capabilities that other servers serve.</summary>
    public string[] Elsewhere { get; init; } = [];

    /// <summary>Responses that were sent unpaced after failures.</summary>
    public int Unpaced { get; init; }

    /// <summary>Incidents, and arrivals of the last visitors.</summary>
    public int Events { get; init; } = 3;

    /// <summary>data.json with the points after <paramref name="after"/>, and all that concerns one visitor.</summary>
    public string Json(long after, long? visitor = null)
    {
        SampleSeries series = new(Math.Max(after, Math.Max(Since - 1, Math.Max(0, Point - SampleSeries.Kept))) + 1, Point);
        IReadOnlyList<SampleVisitor> visitors =
            [.. Enumerable.Range(0, Visitors + Children).Select(index => new SampleVisitor(this, index))];
        JsonArray findings = Findings(visitors);
        return new JsonObject
        {
            ["schema"] = "mongoose-status/3",
            ["version"] = "0.2.0",
            ["openSim"] = "0.9.3.1",
            ["status"] = Shaping ? "on, order sparse, lending on, exact refill (Mongoose 0.2.0, OpenSimulator 0.9.3.1)"
                : "off: this OpenSimulator has no field _outgoing (Mongoose 0.2.0, OpenSimulator 0.9.4)",
            ["on"] = Shaping,
            ["names"] = FirstName != null,
            ["started"] = Started,
            ["point"] = Point,
            ["intervalSeconds"] = 1,
            ["health"] = Health(findings),
            ["findings"] = findings,
            ["causes"] = SampleCause.Nodes(),
            ["process"] = SampleSimulator.Process(this, series),
            ["downloads"] = Downloads(visitors.Count(one => one.IsDownloading)),
            ["regions"] = new JsonArray([.. Regions.Select(name => (JsonNode)SampleSimulator.Region(this, name, visitors, series))]),
            ["visitors"] = new JsonArray([.. visitors.Select(one => (JsonNode)one.Node(one.Id == visitor ? series : null))]),
            ["incidents"] = new JsonArray([.. Enumerable.Range(0, Events).Select(index => (JsonNode)SampleEvents.Incident(this, index))]),
            ["arrivals"] = new JsonArray([.. visitors.Where(one => !one.IsChild).TakeLast(Events).Select(SampleEvents.Arrival)]),
        }.ToJsonString();
    }

    private JsonArray Findings(IEnumerable<SampleVisitor> visitors) => new([..
        from visitor in visitors
        where visitor.Cause is not null
        group visitor by (visitor.Cause, visitor.Region) into limited
        let those = limited.Select(visitor => (visitor.Id, visitor.Harm)).ToArray()
        orderby those.Sum(one => one.Harm) descending, those.Length descending
        select limited.Key.Cause.In(this).Finding(limited.Key.Region, those)]);

    private JsonObject Health(JsonArray findings)
    {
        JsonNode? first = findings.FirstOrDefault(finding => finding!["harmed"]!.GetValue<int>() > 0);
        string state = first is not null ? "harm" : Shaping && Visitors > 0 ? "good" : "unknown";
        return new()
        {
            ["state"] = state,
            ["by"] = first?["by"]!.GetValue<string>() ?? "none",
            ["text"] = first is not null ? $"{Harmed} of {Visitors} visitors suffer. {first["sentence"]!.GetValue<string>()}"
                : Visitors == 0 ? "No visitors."
                : Shaping ? $"{Visitors} visitors: none suffers." : "Which visitors suffer is not known: Mongoose does not send here.",
        };
    }

    private JsonObject Downloads(int visitors) => new()
    {
        ["paced"] = WhyUnpaced is null,
        ["why"] = WhyUnpaced,
        ["visitors"] = visitors,
        ["kbps"] = 8100 * visitors,
        ["elsewhere"] = SampleCause.Strings(Elsewhere),
        ["unpaced"] = Unpaced,
    };
}
