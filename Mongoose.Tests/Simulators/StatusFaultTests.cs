using System.Net;
using System.Net.Sockets;
using Mongoose.Client.Viewers;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>Regions run without a status page if it cannot be served as configured. Each test has an OpenSim of its own.</summary>
[Category("OpenSim")]
public sealed class StatusFaultTests
{
    private OpenSimBin _bin = null!;

    [SetUp]
    public void FindBin() => _bin = InstalledOpenSim.FindOrSkip();

    [Test]
    public void With_its_port_in_use_there_is_no_page_and_one_error_line_names_the_port()
    {
        using TcpListener other = new(IPAddress.Loopback, 0);
        other.Start();
        int port = ((IPEndPoint)other.LocalEndpoint).Port;
        AssertRunsWithoutPage($"StatusPort = {port}", $"{port}");
    }

    [Test]
    public void For_everyone_without_a_password_there_is_no_page_and_one_error_line_names_the_keys()
    {
        int port = FreePort.OfTcpAndUdp();
        AssertRunsWithoutPage($"StatusPort = {port}\nStatusAddress = 0.0.0.0", "StatusAddress", meanwhile: () => AssertIsClosed(port));
    }

    [Test]
    public void On_the_simulators_own_port_there_is_no_page_and_one_error_line_names_the_port()
    {
        int port = FreePort.OfTcpAndUdp();
        AssertRunsWithoutPage($"StatusPort = {port}", $"StatusPort = {port} ", port);
    }

    /// <param name="keys">Keys of the [Mongoose] section.</param>
    /// <param name="named">What the error line contains.</param>
    /// <param name="port">The simulator's own port; 0: any.</param>
    /// <param name="meanwhile">Checks to make while the simulator runs.</param>
    private void AssertRunsWithoutPage(string keys, string named, int port = 0, Action? meanwhile = null)
    {
        using OpenSimInstance grid = OpenSimInstance.Start(
            new OpenSimOptions
            {
                Bin = _bin,
                Port = port,
                Module = ModuleFixture.Module(),
                ExtraIni = $"[Mongoose]\nEnabled = true\n{keys}\n"
            });
        string[] errors = grid.Errors();
        Assert.That(errors, Has.Length.EqualTo(1), string.Join('\n', errors));
        Assert.That(errors[0], Does.Contain("[MONGOOSE]: ").And.Contain(named));
        Assert.That(string.Join('\n', grid.Console.Ask("mongoose show status")), Does.Contain(": on,").And.Contain("Testbed"));
        AssertServes(grid);
        meanwhile?.Invoke();
        grid.Stop();
        Assert.That(grid.StoppedCleanly, "no dead server is left to be stopped");
        Assert.That(grid.Errors(), Is.EqualTo(errors));
    }

    private static void AssertIsClosed(int port)
    {
        using TcpClient client = new();
        SocketException refusal = Assert.Throws<SocketException>(() => client.Connect(IPAddress.Loopback, port))!;
        Assert.That(refusal.SocketErrorCode, Is.EqualTo(SocketError.ConnectionRefused));
    }

    private void AssertServes(OpenSimInstance grid)
    {
        Guid[] textures = LibraryTextures.Read(_bin).OrderBy(texture => texture.Bytes).Take(4).Select(texture => texture.Id).ToArray();
        using RealTimeLoop loop = new("viewers");
        using GridVisit visit = GridVisit.Begin(loop, grid, 1, new ViewerOptions { Textures = textures });
        Assert.That(visit.WaitFor(viewer => viewer.TexturesCompleted == textures.Length, OpenSimFixture.Patience), $"textures; {visit}");
    }
}
