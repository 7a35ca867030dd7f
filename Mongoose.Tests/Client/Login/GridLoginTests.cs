using System.Net;
using System.Net.Sockets;
using Mongoose.Client.Login;
using Mongoose.Runtime.Udp;
using Mongoose.Tests.Client.Downloads;

namespace Mongoose.Tests.Client.Login;

public sealed class GridLoginTests
{
    private const string Granted = """
        <?xml version="1.0" encoding="utf-8"?><methodResponse><params><param><value><struct>
        <member><name>login</name><value><string>true</string></value></member>
        <member><name>circuit_code</name><value><i4>-1294967296</i4></value></member>
        <member><name>agent_id</name><value><string>11111111-2222-3333-4444-555555555555</string></value></member>
        <member><name>session_id</name><value><string>21111111-2222-3333-4444-555555555555</string></value></member>
        <member><name>secure_session_id</name><value><string>31111111-2222-3333-4444-555555555555</string></value></member>
        <member><name>sim_ip</name><value><string>127.0.0.1</string></value></member>
        <member><name>sim_port</name><value><i4>9000</i4></value></member>
        <member><name>seed_capability</name><value>http://127.0.0.1:9000/CAPS/ab/</value></member>
        <member><name>region_x</name><value><i4>256000</i4></value></member>
        <member><name>region_y</name><value><i4>256256</i4></value></member>
        <member><name>seconds_since_epoch</name><value><i4>1764165600</i4></value></member>
        <member><name>look_at</name><value><string>[r0.6,r-0.8,r0]</string></value></member>
        <member><name>message</name><value><string>Welcome, Avatar &amp; friends!</string></value></member>
        <member><name>inventory-root</name><value><array><data><value><struct><member><name>folder_id</name>
          <value><string>x</string></value></member></struct></value></data></array></value></member>
        </struct></value></param></params></methodResponse>
        """;

    [Test]
    public void A_granted_login_is_read_completely() => Assert.That(LoginReply.Read(Granted), Is.EqualTo(new LoginGranted
    {
        CircuitCode = 3000000000,
        AgentId = Guid.Parse("11111111-2222-3333-4444-555555555555"),
        SessionId = Guid.Parse("21111111-2222-3333-4444-555555555555"),
        Region = UdpAddress.Loopback(9000),
        SeedCapability = new Uri("http://127.0.0.1:9000/CAPS/ab/"),
        RegionX = 256000,
        RegionY = 256256,
        GridTime = new DateTimeOffset(2025, 11, 26, 14, 0, 0, TimeSpan.Zero),
    }));

    [TestCase(LoginFailed.Key)]
    [TestCase(LoginFailed.Presence)]
    public void A_refusal_has_the_services_reason(string reason) => Assert.That(
        LoginReply.Read(XmlRpcReply.Of(("login", "false"), ("reason", reason), ("message", "No."))),
        Is.EqualTo(new LoginFailed(LoginFailure.Refused, reason, "No.")));

    [TestCase("")]
    [TestCase("<html><body>502</body></html>")]
    [TestCase("<methodResponse><fault><value>no such method</value></fault></methodResponse>")]
    [TestCase("<methodResponse><params><param><value><string>x</string></value></param></params></methodResponse>")]
    public void Text_that_is_not_a_login_reply_is_a_failure_and_not_an_exception(string text) =>
        Assert.That(LoginReply.Read(text), Is.InstanceOf<LoginFailed>().With.Property(nameof(LoginFailed.Cause))
            .EqualTo(LoginFailure.BadReply));

    [TestCase("sim_ip", "nowhere")]
    [TestCase("sim_ip", "::1")]
    [TestCase("sim_port", "ninety")]
    [TestCase("sim_port", "70000")]
    [TestCase("sim_port", "123")]
    [TestCase("sim_ip", "255.255.255.255")]
    [TestCase("sim_ip", "239.1.2.3")]
    [TestCase("agent_id", "nobody")]
    [TestCase("circuit_code", "99999999999999999999")]
    public void A_granted_login_with_an_invalid_member_is_a_failure(string name, string value)
    {
        var members = new Dictionary<string, string>
        {
            ["login"] = "true",
            ["circuit_code"] = "7",
            ["agent_id"] = Guid.Empty.ToString(),
            ["session_id"] = Guid.Empty.ToString(),
            ["sim_ip"] = "127.0.0.1",
            ["sim_port"] = "9000",
            ["region_x"] = "0",
            ["region_y"] = "0",
        };
        Assert.That(LoginReply.Read(XmlRpcReply.Of(members.Select(member => (member.Key, member.Value)).ToArray())),
            Is.InstanceOf<LoginGranted>());
        members[name] = value;
        Assert.That(LoginReply.Read(XmlRpcReply.Of(members.Select(member => (member.Key, member.Value)).ToArray())),
            Is.InstanceOf<LoginFailed>());
        members.Remove(name);
        Assert.That(LoginReply.Read(XmlRpcReply.Of(members.Select(member => (member.Key, member.Value)).ToArray())),
            Is.InstanceOf<LoginFailed>());
    }

    [Test]
    public void The_password_is_sent_as_its_MD5()
    {
        LoginRequest request = new(new Uri("http://127.0.0.1/"), "A", "B<&", "secret");
        Dictionary<string, string> members = new(GridLogin.Members(request));
        Assert.That(members["passwd"], Is.EqualTo("$1$5ebe2294ecd0e0f08eab7690d2a6ee69"));
        Assert.That(XmlRpc.Call("login_to_simulator", members), Does.Contain("B&lt;&amp;").And.Not.Contain("secret"));
    }

    [Test]
    public async Task A_refused_connection_is_distinguished_from_no_answer()
    {
        using TcpListener deaf = new(IPAddress.Loopback, 0);
        deaf.Start();
        int port = ((IPEndPoint)deaf.LocalEndpoint).Port;
        LoginRequest request = new(new Uri($"http://127.0.0.1:{port}/"), "A", "B", "c");
        using GridLogin login = new(TimeSpan.FromMilliseconds(200));
        Assert.That(((LoginFailed)await login.LoginAsync(request)).Cause, Is.EqualTo(LoginFailure.Timeout));
        Assert.That(async () => await login.AskSeedAsync(request.Service),
            Throws.TypeOf<HttpRequestException>().With.Message.Contains("did not answer within 0.2 s"), "not reported as a cancellation");
        deaf.Stop();
        using GridLogin patient = new();
        Assert.That(((LoginFailed)await patient.LoginAsync(request)).Cause, Is.EqualTo(LoginFailure.Unreachable));
    }

    [Test]
    public async Task A_connection_that_is_reset_before_the_answer_is_a_failed_connection()
    {
        using TcpListener service = new(IPAddress.Loopback, 0);
        service.Start();
        using GridLogin login = new(TimeSpan.FromSeconds(20));
        Task<LoginResult> answer = login.LoginAsync(
            new LoginRequest(new Uri($"http://127.0.0.1:{((IPEndPoint)service.LocalEndpoint).Port}/"), "A", "B", "c"));
        using (Socket accepted = await service.AcceptSocketAsync())
        {
            await accepted.ReceiveAsync(new byte[1]);
            accepted.LingerState = new LingerOption(true, 0);
        }
        Assert.That(((LoginFailed)await answer).Cause, Is.EqualTo(LoginFailure.Unreachable));
    }

    [Test]
    public async Task TLS_to_a_server_without_TLS_is_a_failed_connection_with_a_reason()
    {
        using TcpListener plain = new(IPAddress.Loopback, 0);
        plain.Start();
        Task answering = AnswerAsync();
        using GridLogin login = new(TimeSpan.FromSeconds(20));
        LoginRequest request = new(new Uri($"https://127.0.0.1:{((IPEndPoint)plain.LocalEndpoint).Port}/"), "A", "B", "c");
        LoginFailed failed = (LoginFailed)await login.LoginAsync(request);
        Assert.That(failed.Cause, Is.EqualTo(LoginFailure.Unreachable));
        Assert.That(failed.Message, Does.Contain("SSL").And.Not.Contain("inner exception").And.Contain(": "));
        await answering;

        async Task AnswerAsync()
        {
            using TcpClient client = await plain.AcceptTcpClientAsync();
            await client.GetStream().WriteAsync("HTTP/1.1 400 Bad Request\r\n\r\n"u8.ToArray());
        }
    }

    [Test]
    public void Capabilities_are_read_from_LLSD()
    {
        Assert.That(Llsd.ReadMap("<llsd><map><key>EventQueueGet</key><string>http://x/</string></map></llsd>"),
            Is.EqualTo(new Dictionary<string, string> { ["EventQueueGet"] = "http://x/" }));
        Assert.That(Llsd.ReadMap("<llsd><undef /></llsd>"), Is.Empty);
        Assert.That(() => Llsd.ReadMap("no"), Throws.InstanceOf<FormatException>());
    }

    [Test]
    public async Task A_seed_is_asked_by_name_over_sockets_of_the_caller()
    {
        int opened = 0;
        using ScriptedServer server = new();
        using GridLogin login = new(open: Open);
        Task<IReadOnlyDictionary<string, string>> asking = login.AskSeedAsync(server.Address, ["GetTexture", "GetMesh2"]);
        ScriptedConnection connection = await server.AcceptAsync();
        Assert.That(await connection.ReadAsync(), Does.StartWith("POST /CAPS/x HTTP/1.1\r\n")
            .And.Contain("Content-Type: application/llsd+xml\r\n"));
        await connection.AnswerAsync("<llsd><map><key>GetTexture</key><string>http://127.0.0.1/t</string></map></llsd>");
        Assert.That(await asking.WaitAsync(ScriptedServer.Patience),
            Is.EqualTo(new Dictionary<string, string> { ["GetTexture"] = "http://127.0.0.1/t" }));
        Assert.That(opened, Is.EqualTo(1));

        Socket Open()
        {
            opened++;
            return new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        }
    }
}
