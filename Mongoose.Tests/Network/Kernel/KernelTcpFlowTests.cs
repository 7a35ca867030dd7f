using System.Net.Sockets;
using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Kernel;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Network.Kernel;

/// <summary>Runs on the host's loopback, without privileges or an emulated link.</summary>
[Platform("Linux")]
[SupportedOSPlatform("linux")]
public sealed class KernelTcpFlowTests
{
    private const int Deadline = 30_000;

    [Test, CancelAfter(Deadline)]
    public void Data_arrives_until_the_stop_and_then_only_data_in_flight(CancellationToken deadline)
    {
        using RealTimeLoop sender = new("sender"), receiver = new("receiver");
        using BulkFlow flow = new(sender, receiver, UdpAddress.Loopback(), new KernelTcpOptions
        {
            CongestionControl = KernelCongestionControl.Offered[0],
            ReceiveBufferBytes = 10_000, // Loopback has no rate limit: this limits the flow.
            SampleInterval = Duration.FromMilliseconds(10),
        });
        Assert.That((flow.DeliveredBytes, flow.Samples.Length), Is.EqualTo((0L, 0)), "nothing before the start");
        flow.Start();
        while (flow.DeliveredBytes < 100_000 || flow.Samples.Length < 3)
            deadline.ThrowIfCancellationRequested();
        flow.Stop();
        int samples = flow.Samples.Length;
        for (long before = -1, now = flow.DeliveredBytes; now != before; (before, now) = (now, flow.DeliveredBytes))
            deadline.WaitHandle.WaitOne(100);

        Assert.That(flow.Failure, Is.Null);
        Assert.That(flow.Samples, Has.Length.EqualTo(samples), "none after the stop");
        Assert.That(flow.Samples.Select(sample => sample.At), Is.Ordered);
        TcpInfo last = flow.Samples[^1].Info;
        Assert.That(last.AckedBytes, Is.Positive.And.LessThanOrEqualTo(flow.DeliveredBytes + 65_536));
        Assert.That(last.SentBytes - last.RetransmittedBytes, Is.GreaterThanOrEqualTo(last.AckedBytes - 1),
            "the SYN was acknowledged as a byte");
        Assert.That(last.SentSegments, Is.InRange(last.Retransmits + 1, last.SentBytes));
        Assert.That(Assert.Throws<InvalidOperationException>(flow.Start)!.Message, Is.EqualTo("the flow was already started"));
    }

    [Test, CancelAfter(Deadline)]
    public void An_unknown_congestion_control_is_reported_with_those_that_the_kernel_has(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("loop");
        using BulkFlow flow = new(loop, loop, UdpAddress.Loopback(), new KernelTcpOptions { CongestionControl = "nosuch" });
        HostException error = Assert.Throws<HostException>(flow.Start)!;
        string offered = string.Join(", ", KernelCongestionControl.Offered);
        Assert.That(error.Message, Is.EqualTo($"TCP congestion control nosuch: this kernel offers {offered}"));
        Assert.That(KernelCongestionControl.Offered, Has.Some.EqualTo("reno"), "every kernel has it");
    }

    [Test]
    public void The_congestion_control_is_the_sockets_own()
    {
        using Socket one = new(SocketType.Stream, ProtocolType.Tcp), other = new(SocketType.Stream, ProtocolType.Tcp);
        string before = KernelCongestionControl.Of(other);
        KernelCongestionControl.Set(one, "reno");
        Assert.That(KernelCongestionControl.Of(one), Is.EqualTo("reno"));
        Assert.That(KernelCongestionControl.Of(other), Is.EqualTo(before));
    }

    [TestCase(75)]
    [TestCase(1449)]
    public void An_invalid_segment_size_is_refused(int bytes)
    {
        using RealTimeLoop loop = new("loop");
        Assert.Throws<ArgumentOutOfRangeException>(() =>
            _ = new BulkFlow(loop, loop, UdpAddress.Loopback(), new KernelTcpOptions { SegmentBytes = bytes }));
    }

    [Test, CancelAfter(Deadline)]
    public void A_port_in_use_is_reported_with_its_address(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("loop");
        using BulkFlow first = new(loop, loop, UdpAddress.Loopback(), new KernelTcpOptions());
        IOException error = Assert.Throws<IOException>(() => _ = new BulkFlow(loop, loop, first.Address, new KernelTcpOptions()))!;
        Assert.That(error.Message, Does.Contain(first.Address.ToString()));
    }
}
