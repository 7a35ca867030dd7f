using System.Xml.Linq;
using Mongoose.Client.Login;
using Mongoose.Core.Units;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Client.Login;

/// <summary>Regions' LLSD answers, well-formed and malformed.</summary>
internal sealed class CapabilityTests
{
    private const string Events = """
        <llsd><map><key>events</key><array>
          <map><key>message</key><string>EnableSimulator</string><key>body</key><map><key>SimulatorInfo</key><array><map>
            <key>IP</key><binary>fwAAAQ==</binary><key>Port</key><integer>9001</integer>
          </map></array></map></map>
          <map><key>message</key><string>EstablishAgentCommunication</string><key>body</key><map>
            <key>sim-ip-and-port</key><string>127.0.0.1:9001</string>
            <key>seed-capability</key><string>http://127.0.0.1:9000/CAPS/xy0000/</string>
          </map></map>
          <map><key>message</key><string>ParcelProperties</string><key>body</key><map /></map>
          <map><key>message</key><string>TeleportFinish</string><key>body</key><map><key>Info</key><array><map>
            <key>AgentID</key><uuid>11111111-2222-3333-4444-555555555555</uuid>
            <key>SimIP</key><binary>fwAAAQ==</binary>
            <key>SimPort</key><integer>9001</integer>
            <key>RegionSizeX</key><binary>AAAEAA==</binary>
            <key>RegionSizeY</key><integer>512</integer>
            <key>SeedCapability</key><string>http://127.0.0.1:9000/CAPS/xy0000/</string>
          </map></array></map></map>
          <map><key>message</key><string>CrossedRegion</string><key>body</key><map><key>RegionData</key><array><map>
            <key>SimIP</key><binary>fwAAAQ==</binary>
            <key>SimPort</key><integer>9001</integer>
            <key>SeedCapability</key><string>http://127.0.0.1:9000/CAPS/xy0000/</string>
          </map></array></map></map>
        </array><key>id</key><integer>3</integer></map></llsd>
        """;

    /// <summary>.NET parses the address; its form for DNS has more than 63 characters.</summary>
    [Test]
    public void A_host_without_a_name_for_DNS_is_refused()
    {
        string label = string.Concat(Enumerable.Range(0, 29).Select(i => (char)(0x4E00 + 677 * i)));
        Assert.That(() => HttpAddress.Parse($"http://{label}/x", "the grid"), Throws.TypeOf<FormatException>());
    }

    [Test]
    public void An_answer_of_the_event_queue_has_an_id_and_events()
    {
        List<string> messages = [];
        List<RegionEvent> received = [];
        string? id = EventQueue.Read(Events, (message, body) =>
        {
            messages.Add(message);
            if (RegionEvent.Read(message, body) is { } read)
                received.Add(read);
        });
        Assert.That((id, string.Join(' ', messages)),
            Is.EqualTo(("3", "EnableSimulator EstablishAgentCommunication ParcelProperties TeleportFinish CrossedRegion")));
        UdpAddress region = UdpAddress.Loopback(9001);
        Uri seed = new("http://127.0.0.1:9000/CAPS/xy0000/");
        Assert.That(received, Is.EqualTo(new RegionEvent[]
        {
            new(RegionEventKind.EnableSimulator, region, null) { Size = RegionSize.Standard },
            new(RegionEventKind.EstablishAgentCommunication, region, seed),
            new(RegionEventKind.TeleportFinish, region, seed) { Size = new RegionSize(1024, 512) },
            new(RegionEventKind.CrossedRegion, region, seed) { Size = RegionSize.Standard },
        }));
    }

    [Test]
    public void An_event_that_lacks_its_region_is_refused([Values] RegionEventKind kind) =>
        Assert.That(() => RegionEvent.Read(kind.ToString(), new XElement("map")),
            Throws.TypeOf<FormatException>().With.Message.Contains($"{kind}"));

    [TestCase("0")]
    [TestCase("teleportfinish")]
    [TestCase("")]
    public void A_message_with_another_name_is_ignored(string message) =>
        Assert.That(RegionEvent.Read(message, new XElement("map")), Is.Null);

    [TestCase("")]
    [TestCase("<llsd />")]
    [TestCase("<llsd><undef /></llsd>")]
    [TestCase("<llsd><map><key>events</key></map></llsd>")]
    [TestCase("<llsd><map><key>id</key><key>events</key><string>none</string></map></llsd>")]
    public void An_answer_without_events_has_no_effect(string answer) =>
        Assert.That(EventQueue.Read(answer, (_, _) => Assert.Fail("there is no event")), Is.Null);

    [TestCase("fwAAAQ==", "9001", "here")]
    [TestCase("fwAAAQ==", "70000", "http://x/")]
    [TestCase("fwAAAQ==", "0", "http://x/")]
    [TestCase("fwAA", "9001", "http://x/")]
    [TestCase("fwAAAQ==", "53", "http://x/")]
    [TestCase("fwAAAQ==", "-9001", "http://x/")]
    [TestCase("AAAAAA==", "9001", "http://x/")]
    [TestCase("4AAAAQ==", "9001", "http://x/")]
    [TestCase("/////w==", "9001", "http://x/")]
    [TestCase("fwAAAQ==", "9001", "ftp://x/")]
    [TestCase("no base64", "9001", "http://x/")]
    public void A_teleport_to_an_invalid_address_is_not_an_event(string address, string port, string seed) => Assert.That(
        () => EventQueue.Read(Events.Replace("fwAAAQ==", address).Replace("9001", port).Replace("http://127.0.0.1:9000/CAPS/xy0000/", seed),
            (message, body) => _ = RegionEvent.Read(message, body)),
        Throws.InstanceOf<FormatException>());

    [Test]
    public void After_a_malformed_event_the_following_events_are_still_read()
    {
        List<RegionEventKind> received = [];
        string? id = EventQueue.Read(Events.Replace("127.0.0.1:9001", "nowhere"), (message, body) =>
        {
            if (RegionEvent.TryRead(message, body) is { } read)
                received.Add(read.Kind);
        });
        Assert.That(id, Is.EqualTo("3"));
        Assert.That(received,
            Is.EqualTo(new[] { RegionEventKind.EnableSimulator, RegionEventKind.TeleportFinish, RegionEventKind.CrossedRegion }));
    }

    [TestCase("", "", 256, 256)]
    [TestCase("0", "-1", 256, 256)]
    [TestCase("512", "70000", 512, 256)]
    [TestCase("99999999999999999999", "1024", 256, 1024)]
    public void A_region_has_the_size_in_the_login_if_it_is_valid(string east, string north, int metresEast, int metresNorth)
    {
        LoginResult result = LoginReply.Read(XmlRpcReply.Of(("login", "true"), ("circuit_code", "7"), ("agent_id", $"{Guid.Empty}"),
            ("session_id", $"{Guid.Empty}"),
            ("sim_ip", "127.0.0.1"), ("sim_port", "9000"), ("region_x", "0"), ("region_y", "0"), ("region_size_x", east),
            ("region_size_y", north)));
        Assert.That(((LoginGranted)result).RegionSize, Is.EqualTo(new RegionSize(metresEast, metresNorth)));
    }

    [TestCase("127.0.0.1")]
    [TestCase("127.0.0.1:0")]
    [TestCase("[::1]:9001")]
    [TestCase("[::ffff:127.0.0.1]:9001")]
    public void A_neighbours_circuit_needs_an_IPv4_address_and_a_port(string address) => Assert.That(
        () => EventQueue.Read(Events.Replace("127.0.0.1:9001", address), (message, body) => _ = RegionEvent.Read(message, body)),
        Throws.InstanceOf<FormatException>());

    [TestCase("<map><key>max_rate_kbps</key><real>2500.5</real></map>", 2500.5)]
    [TestCase("<map><key>max_rate_kbps</key><string>900</string></map>", 900)]
    [TestCase("<map><key>version</key><string>0.3.0-dev+1a2b3c4d5</string><key>max_rate_kbps</key><string>900</string></map>", 900)]
    public void A_region_with_Mongoose_reports_it_and_its_maximum_rate(string mongoose, double kilobits) =>
        Assert.That(Features(mongoose), Is.EqualTo(new RegionFeatures(true, DataRate.FromKilobitsPerSecond(kilobits))));

    [TestCase("<map />")]
    [TestCase("<map><key>max_rate_kbps</key><real>-1</real></map>")]
    [TestCase("<map><key>max_rate_kbps</key><string>NaN</string></map>")]
    [TestCase("<boolean>1</boolean>")]
    public void An_invalid_rate_is_ignored(string mongoose) => Assert.That(Features(mongoose), Is.EqualTo(new RegionFeatures(true)));

    [TestCase("<llsd><map><key>MeshUploadEnabled</key><boolean>1</boolean></map></llsd>")]
    [TestCase("<llsd><map><key>OpenSimExtras</key><map><key>map-server-url</key><string>x</string></map></map></llsd>")]
    [TestCase("<llsd><array /></llsd>")]
    public void Other_regions_do_not_have_Mongoose(string llsd) => Assert.That(RegionFeatures.Read(llsd), Is.EqualTo(RegionFeatures.None));

    [FsCheck.NUnit.Property]
    public void Any_answer_is_read_or_refused_and_never_crashes(string? text)
    {
        string answer = text ?? "";
        Assert.That(Refuses(() => RegionFeatures.Read(answer)) && Refuses(() => EventQueue.Read(answer, (_, _) => { }))
            && Refuses(() => Llsd.ReadMap(answer)));
        Assert.That(LoginReply.Read(answer), Is.InstanceOf<LoginFailed>());
    }

    /// <summary>Answers that were cut off in transit.</summary>
    [FsCheck.NUnit.Property]
    public void A_truncated_answer_is_refused(ushort length)
    {
        string cut = Events[..(length % (Events.Length - 1))].TrimStart();
        Assert.That(Refuses(() => EventQueue.Read(cut, (message, body) => _ = RegionEvent.Read(message, body))));
    }

    [Test]
    public void A_written_map_reads_back() =>
        Assert.That(Llsd.Member(
            Llsd.Parse(Llsd.Document(new XElement("map", new XElement("key", "a"), new XElement("string", "<&>")))), "a")!.Value,
            Is.EqualTo("<&>"));

    private static RegionFeatures Features(string mongoose) =>
        RegionFeatures.Read($"<llsd><map><key>OpenSimExtras</key><map><key>mongoose</key>{mongoose}</map></map></llsd>");

    /// <summary>True if the call returns or throws the exception for unreadable text; other exceptions escape.</summary>
    private static bool Refuses(Action read)
    {
        try
        {
            read();
        }
        catch (FormatException)
        {
            // This is the expected refusal.
        }
        return true;
    }
}
