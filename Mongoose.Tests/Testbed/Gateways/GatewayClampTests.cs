using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Kernel;
using Mongoose.Network.Links;
using Mongoose.Network.Queues;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Gateways;

namespace Mongoose.Tests.Testbed.Gateways;

/// <summary>The gateway's clamp with flows of the kernel's TCP.</summary>
[Category("Tun")]
[Platform("Linux")]
[SupportedOSPlatform("linux")]
[NonParallelizable] // It measures real packets.
public sealed class GatewayClampTests
{
    private const int Deadline = 60_000;
    private const uint ServerHost = 0xC6120001, ClientHost = 0xC6120002;

    private static readonly DataRate Rate = DataRate.FromMegabitsPerSecond(8);
    private static readonly Duration BaseRtt = Duration.FromMilliseconds(40);

    [SetUp]
    public void SkipWithoutPrivileges() => TunNetworks.SkipWithout();

    [Test, CancelAfter(Deadline), Measured]
    public void A_reading_has_the_halves_of_the_round_trip_and_the_window_of_the_formula(CancellationToken deadline)
    {
        ClampOptions options = new() { Rate = Rate };
        using Gateway gateway = new(
            new GatewayOptions { Down = Rate, BaseRtt = BaseRtt, Queue = new() { Discipline = QueueDisciplines.Fifo }, Clamp = options });
        using BulkFlow flow =
            new(gateway.Internet.Loop, gateway.Home.Loop, gateway.Home.Address, new KernelTcpOptions { CongestionControl = "reno" });
        flow.Start();
        GatewayReading reading =
            ReadUntil(gateway, clamp => clamp.Flows is [{ TargetBytes: { } target } only] && only.AdvertisedBytes <= target, deadline);
        ClampedFlowReading read = reading.Clamp!.Clamp.Flows[0];
        Assert.That(read.Flow.Destination, Is.EqualTo(flow.Address), "the flow of the data");
        Assert.That(read.MinSenderRtt!.Value, Is.LessThan(BaseRtt / 4), "the server is at the gateway");
        Assert.That(read.MinReceiverRtt!.Value, Is.InRange(BaseRtt, BaseRtt * 1.5));
        Assert.That(reading.Clamp.Clamp.Capacity, Is.EqualTo(Rate));
        double window = Rate.BytesPerSecond * (read.MinSenderRtt.Value + read.MinReceiverRtt.Value).Seconds * options.Margin;
        Assert.That(read.TargetBytes!.Value, Is.EqualTo(window).Within(3).Percent);
        Assert.That(reading.Clamp.Released, Is.EqualTo(Duration.Zero));
        Assert.That(flow.Failure, Is.Null);
    }

    [Test, CancelAfter(Deadline)]
    public void Without_a_clamp_a_reading_has_none(CancellationToken deadline)
    {
        using Gateway gateway = new(new GatewayOptions());
        Assert.That(gateway.ReadAfter(Duration.FromMilliseconds(1), deadline).Clamp, Is.Null);
    }

    [Test, CancelAfter(Deadline)]
    public void A_clamp_that_is_switched_on_limits_only_flows_that_are_opened_later(CancellationToken deadline)
    {
        LinkPairOptions line =
            new() { Down = new LinkOptions { Rate = Rate, Delay = BaseRtt / 2 }, Up = new LinkOptions { Delay = BaseRtt / 2 } };
        using TunHost server = new("server", new UdpAddress(ServerHost, 0)), client = new("client", new UdpAddress(ClientHost, 0));
        using RealTimeLoop loop = new("TUN link");
        using BulkFlow early = new(server.Loop, client.Loop, client.Address, new KernelTcpOptions()),
            late = new(server.Loop, client.Loop, client.Address, new KernelTcpOptions());
        TunLink before = Connect(line);
        early.Start();
        WaitFor(early, 200_000, deadline);

        loop.Invoke(before.Dispose);
        TunLink after = Connect(line with { DownClamp = new ClampOptions { Rate = DataRate.FromKilobitsPerSecond(100) } });
        late.Start();
        WaitFor(late, 20_000, deadline);
        // At 100 kbit/s this would take longer than the test may.
        WaitFor(early, early.DeliveredBytes + 1_000_000, deadline);
        ClampReading reading = loop.Invoke(() => after.Links[0].DownClamp!.Clamp.Read(loop.Now));
        Assert.That(reading.Flows.Select(flow => flow.Flow.Destination), Is.EqualTo(new[] { late.Address }));
        Assert.That(reading.Flows[0].TargetBytes, Is.LessThan(10_000));
        Assert.That((early.Failure, late.Failure), Is.EqualTo(((string?)null, (string?)null)));
        loop.Invoke(after.Dispose);

        TunLink Connect(LinkPairOptions options) =>
            loop.Invoke(() => new TunLink(loop, server.Device, client.Device, [new LinkPair(loop, options)], []));
    }

    private static GatewayReading ReadUntil(Gateway gateway, Func<ClampReading, bool> isGood, CancellationToken deadline)
    {
        GatewayReading reading;
        do
        {
            reading = gateway.ReadAfter(Duration.FromMilliseconds(300), deadline);
            Assert.That(deadline.IsCancellationRequested, Is.False, "the clamp did not get there");
        }
        while (!isGood(reading.Clamp!.Clamp));
        return reading;
    }

    private static void WaitFor(BulkFlow flow, long bytes, CancellationToken deadline)
    {
        while (flow.DeliveredBytes < bytes)
            Assert.That(deadline.WaitHandle.WaitOne(50), Is.False, "the flow does not get on");
    }
}
