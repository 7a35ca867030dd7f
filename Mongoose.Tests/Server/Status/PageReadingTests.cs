using System.Text.Json;
using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Arrivals;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Status.History;
using Mongoose.Core.Status.Page;
using Mongoose.Core.Units;
using Mongoose.Server.Status;
using Mongoose.Server.Status.History;
using Mongoose.Server.Tests.Downloads;
using Mongoose.Server.Tests.Status.History;

namespace Mongoose.Server.Tests.Status;

/// <summary>The data of the status page.</summary>
public sealed class PageReadingTests
{
    private static readonly Arrival Ada = new()
    {
        Start = new ArrivalStart(7, "Ada", "Region", Instant.FromSeconds(5), Began: 1_800_000_000_123),
        Watched = Duration.FromSeconds(41),
        Cause = Cause.Of(LimitedBy.PathDelay),
        Udp = [(Channel.Task, 1_234_567)],
        Http = [("GetTexture", 4_000_000)],
        Assets = [new AssetCost("GetTexture", Guid.Empty, 900_000, 3)],
    };

    private readonly RegionRig _rig = RegionRig.WithPathControl();
    private readonly FakeHealth _health = new();
    private readonly StatusHistory _history;

    public PageReadingTests() => _history = new StatusHistory(_health, () => 1_800_000_000_000);

    [Test]
    public void A_limited_visitor_comes_first_with_its_limit_its_rates_and_advice()
    {
        _rig.Enter(kilobitsPerSecond: 1000, "Adam Idle");
        Outbound.PathTests.Download(_rig, kilobits: 2000, "Zoe Busy");
        Pass(seconds: 20);
        JsonElement[] visitors = [.. Read(withNames: true).GetProperty("visitors").EnumerateArray()];
        Assert.That(visitors.Select(visitor => visitor.GetProperty("name").GetString()), Is.EqualTo(new[] { "Zoe Busy", "Adam Idle" }));
        Assert.Multiple(() =>
        {
            Assert.That(visitors[0].GetProperty("by").GetString(), Is.EqualTo("delay"));
            Assert.That(visitors[0].GetProperty("mode").GetString(), Is.EqualTo("delay"));
            Assert.That(visitors[0].GetProperty("allowedKbps").GetDouble(), Is.EqualTo(3000).Within(1));
            Assert.That(visitors[0].GetProperty("usedKbps").GetDouble(), Is.InRange(1500, 2500));
            Assert.That(visitors[0].GetProperty("pathDelayMs").GetDouble(), Is.InRange(0, 200));
            Assert.That(visitors[0].GetProperty("advice").GetString(), Does.StartWith("The path carries about"));
            Assert.That(visitors[1].GetProperty("by").GetString(), Is.EqualTo("none"));
            Assert.That(visitors[1].GetProperty("advice").ValueKind, Is.EqualTo(JsonValueKind.Null));
        });
    }

    [Test]
    public void Without_Mongoose_the_delay_and_the_losses_of_a_path_are_unknown()
    {
        _rig.State.IsShaping = false;
        _rig.Enter();
        Pass(seconds: 20);
        JsonElement visitor = Read(withNames: true).GetProperty("visitors")[0];
        string[] unknown = ["pathKbps", "pathDelayMs", "lostPercent"];
        Assert.That(unknown.Select(name => visitor.GetProperty(name).ValueKind), Is.All.EqualTo(JsonValueKind.Null));
    }

    [Test]
    public void A_region_has_its_rates_its_limits_and_its_visitors()
    {
        Outbound.PathTests.Download(_rig, kilobits: 2000);
        Pass(seconds: 20);
        JsonElement region = Read(withNames: false).GetProperty("regions").EnumerateArray().Single();
        Assert.Multiple(() =>
        {
            Assert.That(region.GetProperty("name").GetString(), Is.EqualTo("Region"));
            Assert.That((region.GetProperty("visitors").GetInt32(), region.GetProperty("children").GetInt32()), Is.EqualTo((1, 0)));
            Assert.That(region.GetProperty("sentKbps").GetDouble(), Is.InRange(1500, 2500));
            Assert.That(region.GetProperty("limitKbps").ValueKind, Is.EqualTo(JsonValueKind.Null));
            Assert.That(region.GetProperty("limited").GetProperty("delay").GetInt32(), Is.EqualTo(1));
            Assert.That(region.GetProperty("delayMs").GetDouble(), Is.Positive);
        });
    }

    [Test]
    public void The_downloads_of_a_visitor_are_at_the_avatar_s_own_region()
    {
        Outbound.PathTests.Download(_rig, kilobits: 2000);
        _rig.PaceDownloads();
        using DownloadingVisitor visitor = new(_rig.Scene);
        Pass(seconds: 2);
        Assert.That(Of("downloadKbps").ValueKind, Is.EqualTo(JsonValueKind.Null), "no downloads yet");
        visitor.Hang();
        Assert.That(() => Of("downloadBy", passing: 2).GetString(), Is.EqualTo("viewer").After(10_000, 5), "which reads nothing");
        Assert.That(Of("downloadKbps").ValueKind, Is.EqualTo(JsonValueKind.Number));
        Assert.That(Of("downloadQueueMs").GetDouble(), Is.Not.Negative);

        JsonElement Of(string name, double passing = 0)
        {
            Pass(passing);
            return Read(withNames: false).GetProperty("visitors")[0].GetProperty(name);
        }
    }

    [Test]
    public void A_hostile_name_is_text()
    {
        const string hostile = "<img src=x onerror=alert(1)>\"\\";
        _rig.Enter(name: hostile);
        Pass(seconds: 4);
        JsonElement data = Read(withNames: true);
        Assert.That(data.GetProperty("visitors")[0].GetProperty("name").GetString(), Is.EqualTo(hostile));
        Assert.That(data.GetRawText(), Does.Not.Contain("<"));
    }

    [Test]
    public void Without_names_there_are_none()
    {
        _rig.Enter(name: "Ada Lovelace");
        Pass(seconds: 4);
        Assert.That(Read(withNames: false).GetRawText(), Does.Not.Contain("Ada").And.Not.Contain("127.0.0.1"));
    }

    [Test]
    public void History_has_the_points_that_the_reader_lacks()
    {
        Pass(seconds: 10);
        _rig.Enter();
        Pass(seconds: 6);
        JsonElement all = Read(withNames: false);
        Assert.That(all.GetProperty("point").GetInt64(), Is.EqualTo(16));
        Assert.That(Points(all.GetProperty("regions")[0], "sentKbps"), Is.EqualTo((1L, 16)));
        Assert.That(Points(all.GetProperty("visitors")[0], "usedKbps"), Is.EqualTo((11L, 6)), "since the visitor came");
        JsonElement later = Read(withNames: false, after: 15);
        Assert.That(Points(later.GetProperty("regions")[0], "sentKbps"), Is.EqualTo((16L, 1)));
        Assert.That(Points(Read(withNames: false, after: 99).GetProperty("regions")[0], "sentKbps").Count, Is.Zero);
    }

    [Test]
    public void A_slow_region_is_the_cause_for_its_visitors_and_an_incident()
    {
        _rig.Enter();
        Pass(seconds: 20);
        _health.Region = _health.Region with { Frame = Duration.FromMilliseconds(300), Parts = new FrameParts(2, 0, 0, 0) };
        Pass(seconds: 8);
        JsonElement data = Read(withNames: false);
        Assert.That(data.GetProperty("health").GetProperty("by").GetString(), Is.EqualTo("simulator"));
        Assert.That(data.GetProperty("findings")[0].GetProperty("part").GetString(), Is.EqualTo("physics"));
        Assert.That(data.GetProperty("visitors")[0].GetProperty("by").GetString(), Is.EqualTo("simulator"));
        Assert.That(data.GetProperty("visitors")[0].GetProperty("harmPercent").GetDouble(), Is.GreaterThan(50));
        JsonElement incident = data.GetProperty("incidents")[0];
        foreach (JsonElement titled in (JsonElement[])[data.GetProperty("findings")[0], incident])
            Assert.That(titled.GetProperty("title").GetString(), Is.EqualTo($"{Cause.Simulator.Title}: physics"));
        Assert.That(incident.GetProperty("changes")[0].GetString(), Does.StartWith("physics in “Region” rose from"));
        Assert.That(Harm(data).Last(), Is.GreaterThan(50));
        JsonElement process = data.GetProperty("process").GetProperty("history");
        Assert.That(process.GetProperty("harmed").EnumerateArray().Last().GetInt32(), Is.EqualTo(1));
    }

    [Test]
    public void The_data_obeys_the_published_schema()
    {
        Assert.That(DataSchema.Problems(Read(withNames: false)), Is.Empty, "before the first point");
        Outbound.PathTests.Download(_rig, kilobits: 2000);
        _health.Region = _health.Region with { Frame = Duration.FromMilliseconds(300), Parts = new FrameParts(2, 0, 0, 0) };
        _health.Costs = [new ScriptCost("0000002a", "Door", "1, 2, 3", Cores: 0.2)];
        Pass(seconds: 20);
        JsonElement data = Read(withNames: true, arrivals: Ada);
        Assert.That(data.GetProperty("incidents").GetArrayLength(), Is.Positive);
        Assert.That(data.GetProperty("regions")[0].GetProperty("scripts").GetArrayLength(), Is.Positive);
        Assert.That(data.GetProperty("arrivals")[0].GetProperty("assets").GetArrayLength(), Is.Positive);
        Assert.That(DataSchema.Problems(data), Is.Empty);
    }

    [Test]
    public void A_setting_that_changes_begins_a_new_judgement_so_that_a_row_is_of_one_time()
    {
        Visitor visitor = Outbound.PathTests.Download(_rig, kilobits: 2000);
        Pass(seconds: 20);
        Assert.That(Read(withNames: false).GetProperty("visitors")[0].GetProperty("by").GetString(), Is.EqualTo("delay"));
        visitor.Ask(DataRate.FromKilobitsPerSecond(300));
        Pass(seconds: 4);
        JsonElement row = Read(withNames: false).GetProperty("visitors")[0];
        Assert.That(row.GetProperty("requestedKbps").GetDouble(), Is.LessThan(400));
        Assert.That(row.GetProperty("by").GetString(), Is.Not.EqualTo("delay"), "the path carries more than is requested now");
    }

    private static IEnumerable<double> Harm(JsonElement data) =>
        data.GetProperty("visitors")[0].GetProperty("history").GetProperty("harmPercent").EnumerateArray()
            .Select(value => value.GetDouble());

    private static (long First, int Count) Points(JsonElement figures, string name)
    {
        JsonElement history = figures.GetProperty("history");
        return (history.GetProperty("first").GetInt64(), history.GetProperty(name).GetArrayLength());
    }

    private void Pass(double seconds)
    {
        for (double passed = 0; passed < seconds; passed += Series.Interval.Seconds)
        {
            _rig.Run(Series.Interval.Seconds);
            _history.Sample([_rig.Server], _rig.Now);
        }
    }

    private JsonElement Read(bool withNames, long after = 0, params Arrival[] arrivals) =>
        JsonDocument.Parse(PageJson.Write(PageReading.Read(_history, arrivals, withNames, _rig.Now), new PageRequest(after, OfAll: true)))
            .RootElement;
}
