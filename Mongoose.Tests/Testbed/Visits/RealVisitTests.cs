using System.Net;
using System.Net.Sockets;
using Mongoose.Core.Units;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Demo;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Visits;

namespace Mongoose.Tests.Testbed.Visits;

/// <summary>Visits on real sockets; how fast this host is does not matter.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class RealVisitTests
{
    private const int Deadline = 60_000;

    [Test, CancelAfter(Deadline)]
    public void A_visit_measures_and_frees_its_port(
        [ValueSource(typeof(RegionRig), nameof(RegionRig.Outbounds))] string outbound, CancellationToken deadline)
    {
        int port = FreePort();
        VisitPlan plan = new DemoScene(new DemoOptions(), new(DataRate.FromMegabitsPerSecond(8))).Plan(outbound, port);
        using (RealVisit visit = new(plan))
        {
            IOException inUse = Assert.Throws<IOException>(() => new RealVisit(plan).Dispose())!;
            Assert.That(inUse.Message, Does.Contain($"127.0.0.1:{port}"));
            visit.Connect(deadline);
            while (visit.Bytes < 100_000)
                Assert.That(deadline.WaitHandle.WaitOne(10), Is.False, "nothing flows");
            RunResult result = visit.Finish();
            Assert.That(result.Server, Is.EqualTo(outbound));
            Assert.That(result.Channels.Sum(channel => channel.Packets), Is.GreaterThan(70));
            Assert.That(result.TaskDelayMs.P50, Is.GreaterThanOrEqualTo(25), "no less than propagation");
        }
        using UdpClient free = new(UdpAddress.Loopback(port).ToEndPoint());
    }

    [Test, CancelAfter(Deadline)]
    public void Connecting_can_be_cancelled(CancellationToken deadline)
    {
        DemoOptions far = new() { RoundTrip = Duration.FromSeconds(3600) };
        using RealVisit visit = new(new DemoScene(far, new(DataRate.FromMegabitsPerSecond(1))).Plan("stock"));
        using CancellationTokenSource cancelled = CancellationTokenSource.CreateLinkedTokenSource(deadline);
        cancelled.Cancel();
        Assert.That(() => visit.Connect(cancelled.Token), Throws.InstanceOf<OperationCanceledException>());
    }

    private static int FreePort()
    {
        using UdpClient any = new(UdpAddress.Loopback().ToEndPoint());
        return ((IPEndPoint)any.Client.LocalEndPoint!).Port;
    }
}
