using System.Net;
using System.Net.Sockets;
using Mongoose.Client.Viewers;
using Mongoose.Runtime.Time;
using Mongoose.Testbed;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.OpenSim;

/// <summary>Regions run without a status page if it cannot be served as configured. Each test has an OpenSim of its own.</summary>
[Category("OpenSim")]
[Parallelizable(ParallelScope.Self)]
public sealed class StatusFaultTests
{
    private OpenSimBin _bin = null!;

    [OneTimeSetUp]
    public void FindBin() => _bin = OpenSimFixture.FindOrSkip();

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
        int port = FreePort.OfTcp();
        AssertRunsWithoutPage($"StatusPort = {port}\nStatusAddress = 0.0.0.0", "StatusAddress");
        using TcpListener free = new(IPAddress.Any, port);
        Assert.That(free.Start, Throws.Nothing);
    }

    private void AssertRunsWithoutPage(string keys, string named)
    {
        using OpenSimInstance grid = OpenSimInstance.Start(
            new OpenSimOptions { Bin = _bin, Module = ModuleFixture.Module(), ExtraIni = $"[Mongoose]\nEnabled = true\n{keys}\n" });
        string[] errors = grid.Errors();
        Assert.That(errors, Has.Length.EqualTo(1), string.Join('\n', errors));
        Assert.That(errors[0], Does.Contain("[MONGOOSE]: ").And.Contain(named));
        Assert.That(string.Join('\n', grid.Console.Ask("mongoose show status")), Does.Contain(": on,").And.Contain("Testbed"));
        AssertServes(grid);
        grid.Stop();
        Assert.That(grid.StoppedCleanly, "no dead server is left to be stopped");
        Assert.That(grid.Errors(), Is.EqualTo(errors));
    }

    private void AssertServes(OpenSimInstance grid)
    {
        Guid[] textures = LibraryTextures.Of(_bin).OrderBy(texture => texture.Bytes).Take(4).Select(texture => texture.Id).ToArray();
        using RealTimeLoop loop = new("viewers");
        using GridVisit visit = GridVisit.Begin(loop, grid, 1, new ViewerOptions { Textures = textures });
        Assert.That(visit.WaitFor(viewer => viewer.TexturesCompleted == textures.Length, TimeSpan.FromSeconds(20)), "textures");
    }
}
