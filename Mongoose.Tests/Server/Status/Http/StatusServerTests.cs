using System.Net;
using System.Net.Sockets;
using log4net;
using Mongoose.Runtime.Udp;
using Mongoose.Server.Configuration;
using Mongoose.Server.Status.Http;
using OpenSim.Framework.Servers;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Tests.Status.Http;

/// <summary>Starting and stopping, and what can prevent it.</summary>
public sealed class StatusServerTests
{
    private static readonly string[] OtherAddresses = ["0.0.0.0", "192.0.2.7", "::", "fd00::1"];

    [SetUp]
    public void SetUp()
    {
        MainServer.StartAnew();
        LogBook.Clear();
    }

    [TearDown]
    public void TearDown() => MainServer.StartAnew();

    [Test]
    public void Port_0_opens_nothing_and_says_nothing()
    {
        Assert.That(Start(new StatusOptions()), Is.Null);
        Assert.That(LogBook.Lines, Is.Empty);
        Assert.That(MainServer.Servers, Is.Empty);
    }

    [Test]
    public void It_listens_on_its_own_address_only_and_needs_no_poll_threads()
    {
        using StatusRig rig = new();
        BaseHttpServer server = MainServer.Servers.Values.Single();
        Assert.That((server.ListenIPAddress, server.HasPool, server.Handlers), Is.EqualTo((IPAddress.Loopback, false, 2)));
        Assert.That(LogBook.Lines, Is.EqualTo(new[]
        {
            $"INFO [BASE HTTP SERVER]: Starting HTTP server on port {rig.Options.Port}",
            $"INFO [MONGOOSE]: status page at http://127.0.0.1:{rig.Options.Port}/mongoose/, without password",
        }));
    }

    [TestCaseSource(nameof(OtherAddresses))]
    public void Another_address_without_a_password_is_one_error_and_no_page(string address)
    {
        Assert.That(Start(new StatusOptions { Port = FreePort.OfTcpAndUdp(), Address = IPAddress.Parse(address) }), Is.Null);
        AssertOneError($"ERROR [MONGOOSE]: no status page: StatusAddress = {address} needs a StatusPassword");
    }

    [Test]
    public async Task Another_address_with_a_password_is_served()
    {
        using StatusRig rig = new(new StatusOptions { Address = IPAddress.Any, Password = "p" });
        Assert.That(await rig.Status("/mongoose/", ("Authorization", "Bearer p")), Is.EqualTo(200));
    }

    [Test]
    public void The_log_has_the_length_of_the_password_and_nothing_else_of_it()
    {
        using StatusRig rig = new(new StatusOptions { Password = "tiger lily" });
        Assert.That(LogBook.Lines, Has.One.EndsWith("/mongoose/, with a password of 10 characters"));
        Assert.That(LogBook.Lines, Has.None.Contains("tiger"));
    }

    [Test]
    public void A_port_in_use_is_one_error_and_no_page()
    {
        using TcpListener other = new(IPAddress.Loopback, 0);
        other.Start();
        int port = ((IPEndPoint)other.LocalEndpoint).Port;
        Assert.That(Start(new StatusOptions { Port = port }), Is.Null);
        AssertOneError($"ERROR [MONGOOSE]: no status page: StatusPort = {port} on 127.0.0.1 cannot be opened: ");
    }

    /// <summary>
    /// The operating system refuses it, as it refuses a privileged port. A privileged port itself cannot be tested where tests run as root.
    /// </summary>
    [Test]
    public void A_port_that_the_host_refuses_is_one_error_and_no_page()
    {
        int port = FreePort.OfTcpAndUdp();
        Assert.That(Start(new StatusOptions { Port = port, Address = IPAddress.Parse("192.0.2.7"), Password = "p" }), Is.Null);
        AssertOneError($"ERROR [MONGOOSE]: no status page: StatusPort = {port} on 192.0.2.7 cannot be opened: ");
    }

    [Test]
    public async Task The_simulator_s_own_port_is_one_error_and_its_server_is_left_alone()
    {
        int port = FreePort.OfTcpAndUdp();
        BaseHttpServer main = StartOther(port);
        LogBook.Clear();
        Assert.That(Start(new StatusOptions { Port = port }), Is.Null);
        Assert.That(LogBook.Lines, Is.EqualTo(new[]
            { $"ERROR [MONGOOSE]: no status page: StatusPort = {port} on 127.0.0.1 cannot be opened: "
                + "the simulator itself has an HTTP server on that port" }));
        Assert.That(MainServer.Servers.Values, Is.EqualTo(new[] { main }));
        Assert.That(main.Handlers, Is.EqualTo(1));
        Assert.That(await Answers(port), Is.True);
    }

    [Test]
    public async Task When_it_ends_the_simulator_s_other_servers_still_answer()
    {
        using StatusRig rig = new();
        int port = FreePort.OfTcpAndUdp();
        StartOther(port);
        rig.Server.Dispose();
        Assert.That(await Answers(port), Is.True);
        Assert.That(await rig.Status("/mongoose/"), Is.EqualTo(404));
    }

    [Test]
    public async Task After_20_starts_there_is_one_server_without_handlers()
    {
        using StatusRig rig = new();
        rig.Server.Dispose();
        for (int i = 0; i < 20; i++)
        {
            using StatusServer again = Start(rig.Options)!;
            Assert.That(await rig.Status("/mongoose/metrics"), Is.EqualTo(200));
        }
        BaseHttpServer left = MainServer.Servers.Values.Single();
        Assert.That((left.Handlers, left.HasPool), Is.EqualTo((0, false)));
        Assert.That(LogBook.Lines.Where(line => !line.StartsWith("INFO", StringComparison.Ordinal)), Is.Empty);
        Assert.That(LogBook.Lines.Count(line => line.Contains("Starting HTTP server", StringComparison.Ordinal)), Is.EqualTo(1));
    }

    private static StatusServer? Start(StatusOptions options) => StatusServer.TryStart(options, new FakeSource());

    private static BaseHttpServer StartOther(int port)
    {
        BaseHttpServer server = new((uint)port) { ListenIPAddress = IPAddress.Loopback };
        server.AddSimpleStreamHandler(new SimpleStreamHandler("/simstatus", (_, response) => response.RawBuffer = "OK"u8.ToArray()));
        server.Start(true, true);
        MainServer.AddHttpServer(server);
        return server;
    }

    private static async Task<bool> Answers(int port)
    {
        using HttpClient client = new();
        return await client.GetStringAsync($"http://127.0.0.1:{port}/simstatus") == "OK";
    }

    private static void AssertOneError(string beginning)
    {
        Assert.That(LogBook.Lines, Has.Count.EqualTo(1));
        Assert.That(LogBook.Lines[0], Does.StartWith(beginning));
        Assert.That(MainServer.Servers, Is.Empty);
    }
}
