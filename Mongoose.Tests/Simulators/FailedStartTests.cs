using System.Net;
using System.Net.Sockets;
using Mongoose.Core.Units;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>A start that fails reports the reason in one line and leaves nothing behind.</summary>
[Category("OpenSim")]
public sealed class FailedStartTests
{
    private OpenSimBin _bin = null!;

    [SetUp]
    public void FindBin() => _bin = InstalledOpenSim.FindOrSkip();

    [Test]
    public void A_port_in_use_is_named()
    {
        using UdpClient taken = new(new IPEndPoint(IPAddress.Loopback, 0));
        int port = ((IPEndPoint)taken.Client.LocalEndPoint!).Port;
        Assert.That(() => OpenSimInstance.Start(new OpenSimOptions { Bin = _bin, Port = port }),
            Throws.InstanceOf<OpenSimException>().With.Message.EqualTo($"UDP port {port} is in use"));
    }

    [Test]
    public void A_start_that_takes_too_long_shows_the_last_lines() => Assert.That(
        () => OpenSimInstance.Start(new OpenSimOptions { Bin = _bin, StartTimeout = Duration.FromSeconds(1) }),
        Throws.InstanceOf<OpenSimException>().With.Message.StartsWith("OpenSim did not enable logins within")
            .And.Message.Contains("its last lines"));

    [Test]
    public void A_cancelled_start_ends_at_once()
    {
        using CancellationTokenSource cancelled = new(TimeSpan.FromSeconds(0.5));
        Assert.That(() => OpenSimInstance.Start(new OpenSimOptions { Bin = _bin }, cancelled.Token),
            Throws.InstanceOf<OperationCanceledException>());
    }
}
