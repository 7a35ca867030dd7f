using System.Text.Json.Nodes;

namespace Mongoose.Server.Tests.Status.Page;

/// <summary>A visitor among made up figures.</summary>
internal sealed class SampleVisitor(SampleFigures all, int index)
{
    /// <summary>The number of its circuit.</summary>
    public int Id => SampleFigures.FirstId + 1000 * all.Relogs + index;

    /// <summary>The number of its avatar.</summary>
    public int Avatar => SampleFigures.FirstId + 100 + Person;

    public string? Name => all.FirstName is null ? null : Person == 0 ? all.FirstName : $"Ruth {Person + 1}";

    public string Region => all.Regions[index % all.Regions.Length];

    public bool IsChild => index >= all.Visitors;

    /// <summary>The first visitors have child agents in neighbouring regions.</summary>
    private int Person => IsChild ? index - all.Visitors : index;

    /// <summary>What limits it; null for nothing.</summary>
    public SampleCause? Cause => index >= all.Limited ? null
        : all.OnlyCause is { } only ? SampleCause.All.Single(cause => cause.By == only) : SampleCause.All[index % SampleCause.All.Count];

    public string By => Cause?.By ?? "none";

    /// <summary>How much it suffers, in percent: the first one most.</summary>
    public double Harm => index < all.Harmed ? Math.Round(90.0 * (all.Harmed - index) / all.Harmed, 1) : 0;

    public bool IsDownloading => By == "downloads";

    private double Requested => 500 + 500 * (index % 6);

    private double PathRate => By is "delay" or "loss" or "neighbour" ? Requested * 0.4 : Requested;

    private double PathDelay => By is "delay" or "neighbour" ? 83 : 4.4;

    private double RegionDelay => By is "host" or "unknown" ? 412 : 12 + index % 7;

    private double Lost => By == "loss" ? 6.25 : 0.12;

    /// <param name="series">The points of its history; null if it is not asked for.</param>
    public JsonObject Node(SampleSeries? series)
    {
        JsonObject node = new()
        {
            ["id"] = Id,
            ["avatar"] = Avatar,
            ["name"] = Name,
            ["region"] = Region,
            ["child"] = IsChild,
            ["seconds"] = 12 + 312 * index,
            ["by"] = By,
            ["harmPercent"] = Harm,
            ["advice"] = Cause?.In(all).Advice,
            ["mode"] = !all.Shaping ? "off"
                : By switch { "delay" => "delay", "loss" or "neighbour" => "competing", "window" => "silent", _ => "free" },
            ["downloadKbps"] = IsDownloading ? 8100 : null,
            ["downloadQueueMs"] = IsDownloading ? 11.6 : null,
            ["downloadBy"] = IsDownloading ? "line" : null,
        };
        AddFigures(node);
        if (series is not null)
            AddHistory(node, series);
        return node;
    }

    /// <summary>The figures of Mongoose's sender: not known if it does not send.</summary>
    private void AddFigures(JsonObject node)
    {
        foreach ((string key, double? value) in new (string, double?)[]
        {
            ("requestedKbps", Requested), ("allowedKbps", By == "cap" ? Requested * 0.5 : Requested),
            ("pathKbps", By is "delay" or "loss" or "neighbour" ? PathRate : null),
            ("currentKbps", PathRate), ("usedKbps", PathRate * 0.97),
            ("pathDelayMs", PathDelay), ("regionDelayMs", RegionDelay), ("lostPercent", Lost), ("queuedKB", 20.5), ("unackedKB", 12.1),
        })
        {
            node[key] = all.Shaping ? value : null;
        }
    }

    private void AddHistory(JsonObject node, SampleSeries series)
    {
        node["history"] = new JsonObject
        {
            ["first"] = series.First,
            ["usedKbps"] = series.Around(all.Shaping ? PathRate * 0.97 : 0, 0.4, index),
            ["pathKbps"] = series.Around(all.Shaping ? PathRate : 0, 0.1, index),
            ["pathDelayMs"] = series.Around(PathDelay, 0.7, index + 1),
            ["regionDelayMs"] = series.Around(RegionDelay, 0.5, index + 2),
            ["lostPercent"] = series.Around(Lost, 0.5, index + 3),
            ["downloadKbps"] = series.Of(number => IsDownloading && number % 100 > 60 ? 8100 : 0),
            ["harmPercent"] = series.Of(number => number > series.Last - 60 ? Harm : 0),
        };
        node["limits"] = new JsonObject { ["none"] = 420, [By == "none" ? "viewer" : By] = 160, ["downloads"] = 20 };
    }
}
