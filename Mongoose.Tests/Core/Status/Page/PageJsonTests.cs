using System.Text;
using System.Text.Json;
using Mongoose.Core.Downloads;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Status.History;
using Mongoose.Core.Status.Page;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Status.Page;

/// <summary>The data of the status page as JSON: monitoring of operators reads it too, so keys and their order stay.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class PageJsonTests
{
    private static readonly PageData Empty = new() { Version = "1.2.3", Status = "on", IsOn = true };

    private static readonly CircuitFigures Ada = new()
    {
        Name = "Ada",
        Region = "R",
        Number = 7,
        Avatar = 4,
        RequestedRate = Kbps(3000),
        AllowedRate = Kbps(2500),
        PathRate = Kbps(1234.56),
        CurrentRate = Kbps(1000),
        UsedRate = Kbps(900),
        Limit = LimitedBy.Downloads,
        Mode = PathMode.Delay,
        PathDelay = Duration.FromMilliseconds(12.34),
        QueueDelayP99 = Duration.FromMilliseconds(5),
        LostFraction = 0.0123,
        QueuedBytes = 1500,
        UnackedBytes = 2500,
        Downloads = new DownloadFigures(2, 1, Kbps(8100), Duration.FromMilliseconds(11.6), DownloadLimit.Line),
    };

    [Test]
    public void A_program_without_regions_and_visitors_has_a_page() =>
        Assert.That(WithoutCauses(Write(Empty)), Is.EqualTo("""
            {"schema":"mongoose-status/3","version":"1.2.3","openSim":null,"status":"on","on":true,"names":false,"started":0,
            "point":0,"intervalSeconds":1,"health":{"state":"unknown","by":"none","text":"Waiting for the first figures."},"findings":[],
            "process":{"usedCores":null,"allowedCores":null,"hostUsedCores":null,"hostCores":null,"throttledPercent":null,
            "stolenPercent":null,"pausedPercent":null,"latePercent":null,"latenessMs":null,"queuedWork":null,"workWaitMs":null,
            "memoryMB":null,"pagesRead":null,
            "history":{"first":1,"usedCores":[],"pausedPercent":[],"latePercent":[],"harmed":[]}},"downloads":{"paced":true,"why":null,"visitors":0,"kbps":0,"elsewhere":[],"unpaced":0},
            "regions":[],"visitors":[],"incidents":[],"arrivals":[]}
            """.ReplaceLineEndings("")));

    [Test]
    public void Without_a_region_the_page_waits_only_until_the_first_sample_and_says_why_Mongoose_is_off()
    {
        PageData sampled = Empty with { Point = 1 }, off = Empty with { IsOn = false, Status = "off: no field" };
        Assert.That(Health(sampled), Is.EqualTo(("unknown", Diagnosis.Empty.Text)));
        Assert.That(Health(off), Is.EqualTo(("unknown", off.Status)));
        Assert.That(Health(off with { Point = 1 }), Is.EqualTo(("unknown", off.Status)));
    }

    [Test]
    public void Where_the_host_tells_of_a_quota_its_history_is_written()
    {
        ProcessHealthSeries history = new(first: 1);
        history.Add(1, new ProcessHealth { Late = 0.5, Throttled = 0.881 }, harmed: 1);
        Assert.That(Write(Empty with { ProcessHistory = history }), Does.Contain("""
            "history":{"first":1,"usedCores":[0],"pausedPercent":[0],"latePercent":[50],"throttledPercent":[88.1],"harmed":[1]}
            """));
    }

    [Test]
    public void A_region_has_its_keys_in_their_order()
    {
        PageRegion region = new()
        {
            Name = "R",
            IsShaping = true,
            VisitorCauses = [null, Cause.Of(LimitedBy.Cap)],
            Children = 1,
            BorrowedPercent = 40.12,
            Failures = 1,
            BadThrottles = 2,
            Malformed = 3,
            BusyPercent = 1.25,
            LatePercent = double.NaN,
            Sent = Of(100, 200),
            Visitors = Of(1, 2),
            Delay = Of(3, 2),
            Lost = Of(0, 1),
            Limited = Of(0, 1),
            PassTime = Of(20, 10),
            Simulation = new RegionHealthSeries(first: 1),
            Health = new RegionHealth
            {
                TargetFrame = Duration.FromMilliseconds(90),
                Frame = Duration.FromMilliseconds(120),
                Dilation = 1,
                SimFps = 41.2,
                Parts = new FrameParts(Physics: 0.5, Agents: 0.25, Network: 0, Other: 0.125),
                Objects = 12,
                Avatars = 2,
            },
            Scripts = [new ScriptCost("id", "<b>", "1, 2, 3", 0.0312)],
        };
        region.Simulation.Add(1, region.Health.Value);
        region.Simulation.Add(2, region.Health.Value);
        string json = Write(Empty with { Regions = [region, region with { Limit = Kbps(50_000) }] }, after: 1);
        Assert.That(json, Does.Contain("""
            {"name":"R","shaping":true,"visitors":2,"children":1,"sentKbps":150,"borrowedPercent":40.1,"limitKbps":null,
            "lostPercent":1,"delayMs":3,"limited":{"host":0,"simulator":0,"uplink":0,"scene":0,"cap":1,"viewer":0,"loss":0,"delay":0,
            "neighbour":0,"downloads":0,"window":0,"unknown":0},
            "failures":1,"badThrottles":2,"malformed":3,"passP99Us":20,"busyPercent":1.2,"latePercent":0,
            "simulation":{"slowPercent":25,"noticed":true,"frameMs":120,"targetFrameMs":90,"pauseMs":null,"dilation":1,"fps":41.2,
            "physicsPercent":50,"agentsPercent":25,"networkPercent":0,"otherPercent":12.5,"scriptCores":null,"activeScripts":0,
            "objects":12,"avatars":2,"children":0,"waitingRequests":0,"answerMs":null},
            "scripts":[{"id":"id","name":"\u003Cb\u003E","place":"1, 2, 3","cores":0.031}],
            "history":{"first":2,"sentKbps":[200],"visitors":[2],"delayMs":[2],"lostPercent":[1],"limited":[1],"passP99Us":[10],
            "slowPercent":[25],"physicsPercent":[50],"agentsPercent":[25],"otherPercent":[12.5],"scriptCores":[0]}}
            """.ReplaceLineEndings("")).And.Contain("\"limitKbps\":50000,"));
    }

    [Test]
    public void A_visitor_has_its_keys_in_their_order()
    {
        string json = Write(Empty with { HasNames = true, Visitors = [Visitor(Ada)] }, visitor: 7);
        string advice = JsonSerializer.Serialize(Cause.Of(LimitedBy.Downloads)!.Remedy);
        Assert.That(json, Does.Contain("""
            {"id":7,"avatar":4,"region":"R","name":"Ada","child":false,"seconds":61,"by":"downloads","harmPercent":40,"mode":"delay",
            "requestedKbps":3000,"allowedKbps":2500,"pathKbps":1234.6,"currentKbps":1000,"usedKbps":900,"pathDelayMs":12.3,"lostPercent":1.2,
            "queuedKB":1.5,"regionDelayMs":5,"unackedKB":2.5,"downloadKbps":8100,"downloadQueueMs":11.6,
            "downloadBy":"line",
            """.ReplaceLineEndings("")
            + $"\"advice\":{advice},\"limits\":{{\"none\":0,\"host\":0,\"scene\":3,"));
        Assert.That(json, Does.Contain("\"history\":{\"first\":1,\"usedKbps\":[1],\"pathDelayMs\":[2]}}"));
    }

    [Test]
    public void Only_the_visitor_whom_the_reader_asks_for_has_a_history()
    {
        PageData data = Empty with { Visitors = [Visitor(Ada), Visitor(Ada with { Number = 8 })] };
        Assert.That(WithHistory(Write(data)), Is.Empty);
        Assert.That(WithHistory(Write(data, visitor: 8)), Is.EqualTo(new[] { 8 }));
    }

    [Test]
    public void A_visitor_without_a_figure_has_null_instead()
    {
        CircuitFigures unknown = default(CircuitFigures) with { Name = "Ada", Region = "R" };
        string json = Write(Empty with { Visitors = [Visitor(unknown)] });
        string[] absent =
            ["name", "requestedKbps", "pathKbps", "pathDelayMs", "lostPercent", "downloadKbps", "downloadBy", "advice"];
        foreach (string key in absent)
            Assert.That(json, Does.Contain($"\"{key}\":null"));
        Assert.That(json, Does.Contain("\"by\":\"none\",\"harmPercent\":40,\"mode\":\"off\"").And.Not.Contain("Ada"));
    }

    [Test]
    public void Those_who_suffer_come_first_then_the_limited_and_without_names_the_order_tells_none()
    {
        CircuitFigures idle = Ada with { Name = "Abe", Number = 9, Limit = LimitedBy.Nothing };
        CircuitFigures other = Ada with { Name = "Aaron", Number = 8 };
        PageData data = Empty with { Visitors = [Visitor(idle), Visitor(other), Visitor(Ada)] };
        Assert.That(Numbers(data), Is.EqualTo(new[] { 7, 8, 9 }));
        Assert.That(Numbers(data with { HasNames = true }), Is.EqualTo(new[] { 8, 7, 9 }));
        PageVisitor sufferer = Visitor(Ada with { Number = 6, Name = "Zoe", Limit = LimitedBy.Nothing }) with { Harm = 0.9 };
        Assert.That(Numbers(data with { HasNames = true, Visitors = [.. data.Visitors, sufferer] }), Is.EqualTo(new[] { 6, 8, 7, 9 }));
    }

    private static (string? State, string? Text) Health(PageData data)
    {
        JsonElement health = JsonDocument.Parse(Write(data)).RootElement.GetProperty("health");
        return (health.GetProperty("state").GetString(), health.GetProperty("text").GetString());
    }

    private static int[] WithHistory(string json) =>
        [.. JsonDocument.Parse(json).RootElement.GetProperty("visitors").EnumerateArray()
            .Where(visitor => visitor.TryGetProperty("history", out _)).Select(visitor => visitor.GetProperty("id").GetInt32())];

    private static int[] Numbers(PageData data) =>
        [.. JsonDocument.Parse(Write(data)).RootElement.GetProperty("visitors").EnumerateArray()
            .Select(visitor => visitor.GetProperty("id").GetInt32())];

    private static PageVisitor Visitor(CircuitFigures figures) =>
        new(figures, Age: Duration.FromSeconds(61.5), Cause.Of(figures.Limit), Harm: 0.4,
            Advice: Cause.Of(figures.Limit)?.Remedy, Limits(LimitedBy.Scene, 3),
            History: [("usedKbps", Of(1)), ("pathDelayMs", Of(2))]);

    private static LimitCounts Limits(LimitedBy limit, int seconds)
    {
        LimitCounts counts = default;
        counts.Add(limit, seconds);
        return counts;
    }

    private static Series Of(params double[] values)
    {
        Series series = new(first: 1);
        for (int i = 0; i < values.Length; i++)
            series.Add(i + 1, values[i]);
        return series;
    }

    private static string Write(PageData data, long after = 0, int? visitor = null) =>
        Encoding.UTF8.GetString(PageJson.Write(data, new PageRequest(after, visitor)));

    private static string WithoutCauses(string json) => string.Concat(json.AsSpan(0, json.IndexOf("\"causes\"", StringComparison.Ordinal)),
        json.AsSpan(json.IndexOf("\"process\":{", StringComparison.Ordinal)));

    private static DataRate Kbps(double value) => DataRate.FromKilobitsPerSecond(value);
}
