using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using log4net;
using Mongoose.Runtime.Udp;
using OpenSim.Framework.Servers;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests.Status;

/// <summary>The status page of a simulator whose regions come and go.</summary>
[FixtureLifeCycle(LifeCycle.SingleInstance)]
public sealed class StatusServiceTests
{
    private readonly HttpClient _client = new() { Timeout = TimeSpan.FromSeconds(20) };

    [OneTimeTearDown]
    public void Close() => _client.Dispose();

    [SetUp]
    public void Begin() => MainServer.StartAnew();

    [Test]
    public void A_region_that_restarts_twenty_times_leaves_one_series()
    {
        int port = FreePort.OfTcpAndUdp();
        using ModuleRig rig = Start(port);
        for (int i = 0; i < 20; i++)
            rig.RemoveRegion(rig.AddRegion("Plaza"));
        Scene scene = rig.AddRegion("Plaza");
        Assert.That(Metrics(port).Samples.Count(sample => sample.Name == "mongoose_shaping"), Is.EqualTo(1));
        rig.RemoveRegion(scene);
        Assert.That(() => Metrics(port).Samples.Where(sample => sample.Labels.ContainsKey("region")).Select(sample => sample.Name),
            Is.Empty.After(60_000, 100), "an answer is shared for a second");
        Assert.That((MainServer.Servers.Count, Errors().Length), Is.EqualTo((1, 0)));
    }

    [Test]
    public void The_page_says_when_Mongoose_is_disabled()
    {
        int port = FreePort.OfTcpAndUdp();
        using ModuleRig rig = Start(port);
        Scene scene = rig.AddRegion("Plaza");
        Assert.That(Data(port).GetProperty("on").GetBoolean(), Is.True);
        rig.Say(scene, "mongoose disable");
        // An answer is shared for a second.
        Assert.That(() => Data(port).GetProperty("on").GetBoolean(), Is.False.After(60_000, 100));
        Assert.That(Data(port).GetProperty("status").GetString(), Does.StartWith("disabled on the console"));
        Assert.That(() => Metrics(port).Sum("mongoose_on"), Is.Zero.After(60_000, 100));
    }

    [Test]
    public void The_page_says_whether_downloads_are_paced_and_why_not()
    {
        int port = FreePort.OfTcpAndUdp();
        using ModuleRig rig = Start(port);
        Scene scene = rig.AddRegion("Plaza");
        scene.EventManager.TriggerOnFrame();
        OpenSim.Framework.Capabilities.Caps caps = new();
        caps.ExternalCapsHandlers["GetMesh"] = "http://cdn/";
        scene.EventManager.TriggerOnRegisterCaps(default, caps);
        Assert.That(() => Data(port).GetProperty("downloads").GetRawText(),
            Is.EqualTo("""{"paced":true,"why":null,"visitors":0,"kbps":0,"elsewhere":["GetMesh"],"unpaced":0}""").After(60_000, 100));
        rig.Say(scene, "mongoose disable");
        Assert.That(() => Data(port).GetProperty("downloads").GetProperty("why").GetString(),
            Is.EqualTo("Mongoose is disabled on the console").After(60_000, 100));
        Assert.That(Data(port).GetProperty("downloads").GetProperty("paced").GetBoolean(), Is.False);
    }

    [Test]
    public void After_the_end_nothing_answers_for_it()
    {
        int port = FreePort.OfTcpAndUdp();
        using (ModuleRig rig = Start(port))
            rig.AddRegion();
        using HttpResponseMessage answer = _client.GetAsync(At(port, "metrics")).GetAwaiter().GetResult();
        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.NotFound));
    }

    [Test]
    public void A_taken_port_is_one_ERROR_line_for_all_regions_and_every_region_runs()
    {
        using TcpListener other = new(IPAddress.Loopback, 0);
        other.Start();
        using ModuleRig rig = Start(((IPEndPoint)other.LocalEndpoint).Port);
        Scene[] scenes = [rig.AddRegion("Plaza"), rig.AddRegion("Harbour")];
        Assert.That(Errors(), Has.Exactly(1).Items.And.All.Contains("no status page: StatusPort"));
        Assert.That(scenes.Select(scene => rig.Servers(scene).Length), Is.All.EqualTo(1));
    }

    [Test]
    public void Without_a_port_there_is_no_server()
    {
        using ModuleRig rig = Start(port: 0);
        rig.AddRegion();
        Assert.That(MainServer.Servers, Is.Empty);
    }

    private static ModuleRig Start(int port) =>
        new(("Mongoose.Enabled", "true"), ("Mongoose.StatusPort", port.ToString(CultureInfo.InvariantCulture)));

    private static string[] Errors() => LogBook.Lines.Where(line => line.Contains("ERROR", StringComparison.Ordinal)).ToArray();

    private static Uri At(int port, string name) => new($"http://127.0.0.1:{port}/mongoose/{name}");

    private MetricsText Metrics(int port) => MetricsText.Parse(_client.GetStringAsync(At(port, "metrics")).GetAwaiter().GetResult());

    private JsonElement Data(int port) =>
        JsonDocument.Parse(_client.GetStringAsync(At(port, "data.json")).GetAwaiter().GetResult()).RootElement;
}
