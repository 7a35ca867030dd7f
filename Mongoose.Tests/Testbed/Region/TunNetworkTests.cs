using System.Runtime.Versioning;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Network.Kernel;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Queues;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Testbed.Region;

/// <summary>
/// The kernel's own UDP and TCP across the emulated link. Times on the host's clock are compared with the errors of its timers and sockets.
/// </summary>
[Category("Tun")]
[Platform("Linux")]
[SupportedOSPlatform("linux")]
[NonParallelizable] // It measures real packets.
public sealed class TunNetworkTests
{
    private const int Deadline = 60_000;

    [Test, CancelAfter(Deadline), Measured]
    [Slow("many round trips, one after another")]
    public void A_round_trip_takes_the_delay_of_both_links(CancellationToken deadline)
    {
        Duration allowed = Duration.FromMilliseconds(AllowedMs());
        using TunNetwork network = TunNetworks.CreateOrSkip(Options(Delayed(20), Delayed(30)));
        using UdpEcho echo = new(network);
        Duration min = echo.MinRoundTrip(50, deadline);
        Assert.That(min, Is.InRange(Duration.FromMilliseconds(50), Duration.FromMilliseconds(50) + allowed));
    }

    [TestCase("reno")]
    [TestCase("cubic")]
    [CancelAfter(Deadline), Measured]
    [Slow("the kernel's TCP takes its time")]
    public void A_flow_of_TCP_fills_a_link_that_is_slower_than_the_host(string congestionControl, CancellationToken deadline)
    {
        DataRate rate = DataRate.FromMegabitsPerSecond(8);
        LinkOptions down = Delayed(10) with { Rate = rate, Queue = new() { Limit = QueueLimit.OfBytes(100_000) } };
        using TunNetwork network = TunNetworks.CreateOrSkip(Options(down, Delayed(10)));
        using BulkFlow flow = Flow(network, congestionControl);
        flow.Start();
        deadline.WaitHandle.WaitOne(1500);
        (long wireBefore, long goodBefore, Instant from) = Delivered();
        deadline.WaitHandle.WaitOne(3000);
        (long wireAfter, long goodAfter, Instant to) = Delivered();

        Assert.That(flow.Failure, Is.Null);
        Assert.That(DataRate.Of(wireAfter - wireBefore, to - from) / rate, Is.InRange(0.95, 1.03));
        Assert.That(DataRate.Of(goodAfter - goodBefore, to - from) / rate, Is.InRange(0.95 * 1448 / 1500, 1.03));
        TcpSample[] samples = flow.Samples;
        Assert.That(samples, Has.Length.GreaterThan(10));
        Assert.That(samples[^1].Info.SegmentBytes, Is.EqualTo(1448));
        Assert.That(samples[^1].Info.Retransmits, Is.Positive, "slow start overruns the queue");
        Assert.That(samples.Max(sample => sample.Info.SmoothedRtt), Is.GreaterThan(Duration.FromMilliseconds(20)));
        Assert.That(network.Server.Device.DroppedBeforeReading(), Is.Zero, "the link's queue drops, not the device's");

        (long Wire, long Good, Instant At) Delivered() =>
            (network.OnLink(link => link.Down.Counters.DeliveredBytes), flow.DeliveredBytes, RealTimeLoop.Clock);
    }

    [Test, CancelAfter(Deadline)]
    public void Segments_have_the_requested_size(CancellationToken deadline)
    {
        LinkOptions down = Delayed(5) with { Rate = DataRate.FromMegabitsPerSecond(2) };
        using TunNetwork network = TunNetworks.CreateOrSkip(Options(down, Delayed(5)));
        using BulkFlow flow = new(network.Server.Loop, network.Client.Loop, network.Client.Address,
            new KernelTcpOptions { SegmentBytes = 500 });
        flow.Start();
        deadline.WaitHandle.WaitOne(500);
        LinkCounters passed = network.OnLink(link => link.Down.Counters);
        Assert.That(flow.Samples[^1].Info.SegmentBytes, Is.EqualTo(500));
        Assert.That((double)passed.DeliveredBytes / passed.Delivered, Is.InRange(530, 552), "52 bytes of headers, except in the handshake");
    }

    [Test, CancelAfter(Deadline)]
    public void A_lossy_link_loses_the_configured_share_and_nothing_else_is_lost(CancellationToken deadline)
    {
        const int sent = 2000;
        LinkOptions down = new() { Loss = new BernoulliLoss(0.05), Seed = 3 };
        using TunNetwork network = TunNetworks.CreateOrSkip(Options(down));
        using NumberedDatagrams datagrams = new(network);
        for (int i = 0; i < sent; i += 20)
            datagrams.Send(i, 20, payloadBytes: 100);
        datagrams.WaitForQuiet(deadline);
        LinkCounters passed = network.OnLink(link => link.Down.Counters);
        Assert.That(passed.Arrived, Is.EqualTo(sent));
        Assert.That(passed.Lost, Is.InRange(60, 140), "5 %, within four standard deviations");
        Assert.That(datagrams.Received, Has.Count.EqualTo(sent - passed.Lost).And.Ordered);
    }

    [Test, CancelAfter(Deadline)]
    public void A_full_queue_drops_arriving_packets(CancellationToken deadline)
    {
        // 100 ms per packet: the burst ends before the first packet is sent.
        LinkOptions down = new() { Rate = DataRate.FromKilobitsPerSecond(80), Queue = new() { Limit = QueueLimit.OfPackets(5) } };
        using TunNetwork network = TunNetworks.CreateOrSkip(Options(down));
        using NumberedDatagrams datagrams = new(network);
        datagrams.Send(0, 20, payloadBytes: 972);
        datagrams.WaitForQuiet(deadline);
        Assert.That(datagrams.Received, Is.EqualTo(Enumerable.Range(0, 6)), "one in transmission, five in the queue");
        Assert.That(network.OnLink(link => link.Down.Queue.Counts.DroppedFor(QueueDropReason.Overflow)), Is.EqualTo(14));
    }

    [Test, CancelAfter(Deadline), Measured]
    public void Flows_with_different_extra_delay_share_the_link_and_have_different_RTTs(CancellationToken deadline)
    {
        Duration allowed = Duration.FromMilliseconds(AllowedMs());
        LinkOptions down = Delayed(10) with { Rate = DataRate.FromMegabitsPerSecond(4) };
        using TunNetwork network = TunNetworks.CreateOrSkip(Options(down, Delayed(10)) with
        {
            FlowDelays = [FlowDelay.OfPort(5002, Duration.FromMilliseconds(60))],
        });
        using BulkFlow near = Flow(network, "reno", 5001), far = Flow(network, "reno", 5002);
        near.Start();
        far.Start();
        deadline.WaitHandle.WaitOne(2000);
        Assert.That(near.Samples[^1].Info.MinRtt, Is.InRange(Duration.FromMilliseconds(20), Duration.FromMilliseconds(20) + allowed));
        Assert.That(far.Samples[^1].Info.MinRtt, Is.InRange(Duration.FromMilliseconds(80), Duration.FromMilliseconds(80) + allowed));
        Assert.That(far.DeliveredBytes, Is.Positive);
    }

    [Test, CancelAfter(Deadline)]
    public void A_region_and_a_viewer_meet_across_the_link(CancellationToken deadline)
    {
        using TunNetwork network = TunNetworks.CreateOrSkip(Options(Delayed(10), Delayed(10)));
        (RealTimeLoop server, RealTimeLoop client) = (network.Server.Loop, network.Client.Loop);
        using ManualResetEventSlim connected = new();
        EmbeddedRegion region = server.Invoke(() =>
            new EmbeddedRegion(server, server, network.Server.Address with { Port = 9000 }, new RegionOptions()));
        ViewerOptions options = new() { Region = region.Address, Host = network.Client.Address };
        client.Invoke(() => new Viewer(client, client, options) { Connected = connected.Set }.Start());
        Assert.That(connected.Wait(Deadline, deadline));
        Assert.That(network.OnLink(link => link.Down.Counters.Delivered), Is.Positive);
    }

    [Test]
    public void Hosts_request_ECN_if_enabled([Values] bool ecn)
    {
        using TunNetwork network = TunNetworks.CreateOrSkip(new TunNetworkOptions { Ecn = ecn });
        foreach (TunHost host in (TunHost[])[network.Server, network.Client])
            Assert.That(host.Namespace.Run(() => File.ReadAllText("/proc/sys/net/ipv4/tcp_ecn")).Trim() == "1", Is.EqualTo(ecn));
    }

    [Test, CancelAfter(Deadline)]
    public void A_queue_marks_packets_of_TCP_with_ECN_instead_of_dropping_them([Values] bool ecn, CancellationToken deadline)
    {
        LinkOptions down =
            Delayed(10) with { Rate = DataRate.FromMegabitsPerSecond(4), Queue = new() { Discipline = "codel", Ecn = true } };
        using TunNetwork network = TunNetworks.CreateOrSkip(Options(down, Delayed(10)) with { Ecn = ecn });
        using BulkFlow flow = Flow(network, "reno");
        flow.Start();
        for (long answers = 0; answers < 10; answers =
            network.OnLink(link => link.Down.Queue.Counts.Marked + link.Down.Queue.Counts.Dropped.Packets))
            Assert.That(deadline.WaitHandle.WaitOne(50), Is.False, "the queue did not answer");
        (long marked, long dropped) = network.OnLink(link => (link.Down.Queue.Counts.Marked, link.Down.Queue.Counts.Dropped.Packets));
        long retransmits = flow.Samples[^1].Info.Retransmits;
        if (ecn)
            Assert.That((dropped, retransmits), Is.EqualTo((0L, 0L)), "all were marked");
        else
            Assert.That((marked, retransmits > 0), Is.EqualTo((0L, true)), "all were dropped");
    }

    [Test, CancelAfter(Deadline)]
    [Slow("thousands of packets cross a device one by one")]
    public void A_packet_costs_no_allocation(CancellationToken deadline)
    {
        using TunNetwork network = TunNetworks.CreateOrSkip(Options(Delayed(5) with { Rate = DataRate.FromMegabitsPerSecond(20) }) with
        {
            FlowDelays = [FlowDelay.OfPort(1, Duration.Zero)],
        });
        using NumberedDatagrams datagrams = new(network);
        // The pool grows when more packets are in flight than ever before, as after a host stall, which is not in every run.
        long allocated = Allocation.FewestBytes(() => network.OnLink(_ => GC.GetAllocatedBytesForCurrentThread()), () => Pass(4000));
        Assert.That(allocated, Is.LessThan(4000), "less than a byte per packet: the check itself allocates some");

        void Pass(int packets)
        {
            for (int i = 0; i < packets; i += 20)
                datagrams.Send(i, 20, payloadBytes: 100);
            datagrams.WaitForQuiet(deadline);
        }
    }

    [Test, CancelAfter(Deadline)]
    public void Nothing_remains_of_a_network_with_flows_on_it(CancellationToken deadline)
    {
        TunNetwork network = TunNetworks.CreateOrSkip();
        BulkFlow flow = Flow(network, "reno");
        flow.Start();
        string[] names = [network.Server.Namespace.Name, network.Client.Namespace.Name];
        Thread[] threads =
        [
            network.OnLink(_ => Thread.CurrentThread),
            network.Server.Loop.Invoke(() => Thread.CurrentThread),
            network.Client.Loop.Invoke(() => Thread.CurrentThread),
        ];
        Assert.That(NamespaceFiles.All, Is.SupersetOf(names));
        flow.Dispose();
        network.Dispose();

        Assert.That(threads.Select(thread => thread.IsAlive), Has.None.True);
        Assert.That(NamespaceFiles.All, Has.None.AnyOf(names));
        string mounts = File.ReadAllText("/proc/self/mounts"), devices = File.ReadAllText("/proc/net/dev");
        Assert.That(names.Where(mounts.Contains), Is.Empty);
        Assert.That(devices, Does.Not.Contain("tun0"), "the host's own network was not changed either");
        string[] open = Directory.GetFiles("/proc/self/fd").Select(path => new FileInfo(path).LinkTarget ?? "").ToArray();
        Assert.That(open, Has.None.Contains("/dev/net/tun"));
    }

    [Test]
    public void Invalid_options_leave_nothing_behind_either()
    {
        TunNetworks.SkipWithout();
        Assert.Throws<ArgumentException>(() => TunNetwork.Create(Options(up: Delayed(-1))));
        Assert.That(NamespaceFiles.Of(Environment.ProcessId), Is.Empty);
    }

    private static LinkOptions Delayed(double milliseconds) => new() { Delay = Duration.FromMilliseconds(milliseconds) };

    private static TunNetworkOptions Options(LinkOptions? down = null, LinkOptions? up = null) =>
        new() { Links = [new() { Down = down ?? new LinkOptions(), Up = up ?? new LinkOptions() }] };

    private static BulkFlow Flow(TunNetwork network, string congestionControl, int port = 0) =>
        new(network.Server.Loop, network.Client.Loop, network.Client.Address with { Port = (ushort)port },
            new KernelTcpOptions { CongestionControl = congestionControl });

    /// <summary>Twice the current errors of this host's timers and sockets, plus 1 ms for scheduling since then.</summary>
    private static double AllowedMs()
    {
        TimingCheck timing = TimingCheck.Measure();
        return 2 * (timing.Timer.P99 + timing.Link.P99) + 1;
    }
}
