using log4net;
using Mongoose.Server.Regions;
using Mongoose.Server.Tests.Downloads;
using OpenSim.Framework.Capabilities;
using OpenSim.Framework.Monitoring;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests.Console;

/// <summary>The command "mongoose show downloads", and the same figures in OpenSim's statistics.</summary>
public sealed class DownloadReportTests
{
    private const string Header = "Visitor|Connections|Waiting|kbit/s|Queue ms|By";

    private readonly List<IDisposable> _visitors = [];
    private ModuleRig _rig = null!;
    private Scene _scene = null!;

    [SetUp]
    public void Open() => Start();

    [TearDown]
    public void Close()
    {
        _visitors.ForEach(visitor => visitor.Dispose());
        _rig.Dispose();
    }

    [Test]
    public void Without_downloads_there_is_one_line() => Assert.That(Lines(), Is.EqualTo(new[] { "Mongoose paces no download now." }));

    [Test]
    public void A_visitor_is_shown_by_name_while_it_downloads()
    {
        LLUDPServer server = _rig.Servers(_scene).Single();
        LLUDPClient client = new(server, new(System.Net.IPAddress.Loopback, 22_000));
        _scene.Add(client.RemoteEndPoint, new LLClientView(server, client, "Ada Lovelace") { SceneAgent = new Agent(false) });
        Assert.That(() => RunningServers.All.Single().Circuits.Count, Is.EqualTo(1).After(60_000, 5));
        Enter().Hang();
        Assert.That(() => Lines()[0], Is.EqualTo(Header).After(10_000, 5));
        Assert.That(() => Lines()[1].Split('|')[..3], Is.EqualTo(new[] { "Ada Lovelace", "1", "1" }).After(10_000, 5));
        Assert.That(() => Lines()[1].Split('|')[5], Is.EqualTo("viewer").After(10_000, 5), "which reads nothing");
    }

    [Test]
    public void A_visitor_without_an_avatar_here_is_shown_by_its_agent()
    {
        Guid agent = Guid.NewGuid();
        Enter(agent).Hang();
        Assert.That(Lines, Has.Some.StartsWith($"{agent}|1|").After(10_000, 5));
    }

    [Test]
    public void What_was_sent_is_shown_by_region_and_capability_until_a_reset()
    {
        Enter().Download(1_000_000);
        Enter(cap: "ViewerAsset").Download(500);
        Assert.That(() => Lines()[^2..].Select(line => string.Join('|', line.Split('|')[..4])),
            Is.EqualTo(new[] { "Town|GetTexture|1|1.00", "Town|ViewerAsset|1|0.00" }).After(10_000, 5));
        Assert.That(Lines(), Does.Contain("Region|Capability|Responses|MB|Mean s"));
        Assert.That(Lines()[^2].Split('|')[4], Does.Match(@"^\d\.\d\d\d$"));
        Assert.That((Statistic("DownloadResponses"), Statistic("DownloadsUnpaced")), Is.EqualTo((2, 0)));
        Assert.That(Statistic("DownloadBytes"), Is.InRange(1_000_500, 1_002_000));
        _rig.Say(_scene, "mongoose reset stats");
        Assert.That(Lines().Count(line => line.StartsWith("Town|", StringComparison.Ordinal)), Is.Zero);
        Assert.That((Statistic("DownloadBytes"), Statistic("DownloadResponses")), Is.EqualTo((0, 0)));
        Assert.That(RunningServers.All.Single().Downloads.Total(0).Responses, Is.EqualTo(1), "metrics count on");
    }

    [Test]
    public void It_says_that_the_operator_has_switched_pacing_off([Values("true", "false")] string others)
    {
        _rig.Dispose();
        Start(("Mongoose.HttpPacing", "off"), ("Mongoose.HttpPrompt", others), ("Mongoose.HttpPipelines", others));
        Assert.That(Lines()[^1], Is.EqualTo("Downloads are not paced: [Mongoose] HttpPacing = off."));
    }

    [Test]
    public void It_says_that_Mongoose_is_disabled()
    {
        _rig.Say(_scene, "mongoose disable");
        Assert.That(Lines()[^1], Is.EqualTo("Downloads are not paced: Mongoose is disabled on the console."));
        _rig.Say(_scene, "mongoose enable");
        Assert.That(Lines(), Has.Length.EqualTo(1));
    }

    [Test]
    public void It_names_capabilities_of_other_servers()
    {
        Caps caps = new();
        caps.ExternalCapsHandlers["GetTexture"] = caps.ExternalCapsHandlers["GetMesh"] = "http://cdn/";
        _scene.EventManager.TriggerOnRegisterCaps(default, caps);
        Assert.That(Lines()[^1], Is.EqualTo("Other servers serve GetMesh, GetTexture: Mongoose neither paces nor counts those downloads."));
    }

    [Test]
    public void It_counts_responses_that_were_sent_unpaced_after_failures()
    {
        Enter().Fail();
        Assert.That(() => Lines()[^1], Is.EqualTo("Responses sent unpaced after failures: 1. OpenSim.log has the first failure.")
            .After(10_000, 5));
        Assert.That(Statistic("DownloadsUnpaced"), Is.EqualTo(1));
        Assert.That(LogBook.Lines[^1], Does.StartWith("WARN [MONGOOSE]: an exception in the pacing of downloads"));
    }

    [Test]
    public void While_Mongoose_is_off_it_gives_the_reason()
    {
        _rig.Dispose();
        Start(("Mongoose.Enabled", "false"));
        Assert.That(Lines()[0], Does.StartWith("Mongoose serves no region: off, [Mongoose] Enabled is not true"));
    }

    private void Start(params (string, string)[] settings)
    {
        _rig = new ModuleRig([("Mongoose.Enabled", "true"), .. settings]);
        _scene = _rig.AddRegion("Town");
        _scene.EventManager.TriggerOnFrame();
    }

    private DownloadingVisitor Enter(Guid agent = default, string cap = "GetTexture")
    {
        DownloadingVisitor visitor = new(_scene, agent, cap);
        _visitors.Add(visitor);
        return visitor;
    }

    private string[] Lines() => _rig.Say(_scene, "mongoose show downloads").Split('\n', StringSplitOptions.RemoveEmptyEntries);

    private static double Statistic(string name) => StatsManager.Of("mongoose", "Town").Single(stat => stat.ShortName == name).Value;
}
