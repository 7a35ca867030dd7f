using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Kernel;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Tests.Network.Tun;

/// <summary>The kernel's TCP, whose windows a clamp between the hosts rewrites.</summary>
[Category("Tun")]
[Platform("Linux")]
[SupportedOSPlatform("linux")]
[NonParallelizable] // It measures real packets.
public sealed class ClampedTcpTests
{
    private const int Deadline = 60_000;
    private const double SettleSeconds = 1.5, Seconds = 2.5;

    private static readonly ClampOptions Clamp = new() { Rate = ClampedNetwork.Line, Margin = 1 };

    [Test, CancelAfter(Deadline), Measured]
    [Slow("the kernel's TCP takes its time")]
    public void Clamped_flows_have_the_rates_of_sockets_with_the_same_windows(CancellationToken deadline)
    {
        KernelTcpOptions options = new() { CongestionControl = "reno" };
        double[] clamped;
        KernelTcpOptions[] limited;
        using (ClampedNetwork network = new(Clamp))
        {
            clamped = network.Run([options, options, options], SettleSeconds, Seconds, deadline);
            ClampReading reading = network.Reading;
            limited = reading.Flows.Select(flow => options with { ReceiveWindowBytes = (int)flow.AdvertisedBytes }).ToArray();
            AssertSound(network, 3);
        }
        using ClampedNetwork reference = new(clamp: null);
        double[] expected = reference.Run(limited, SettleSeconds, Seconds, deadline);
        for (int i = 0; i < expected.Length; i++)
            Assert.That(clamped[i], Is.EqualTo(expected[i]).Within(5).Percent,
                $"flow {i}: {string.Join(", ", clamped)}; {string.Join(", ", expected)}");
        Assert.That(clamped.Sum() / ClampedNetwork.Line.MegabitsPerSecond, Is.InRange(0.85, 0.97));
    }

    [TestCase("reno")]
    [TestCase("cubic")]
    [TestCase("bbr")]
    [CancelAfter(Deadline), Measured]
    [Slow("the kernel's TCP takes its time")]
    public void Clamped_flows_share_the_line_equally_and_lose_nothing(string congestionControl, CancellationToken deadline)
    {
        if (!KernelCongestionControl.Offered.Contains(congestionControl))
            Assert.Ignore($"this kernel has no {congestionControl}");
        KernelTcpOptions options = new() { CongestionControl = congestionControl };
        using ClampedNetwork network = new(Clamp);
        double[] rates = network.Run([options, options, options], SettleSeconds, Seconds, deadline);
        string text = string.Join(", ", rates);
        Assert.That(Fairness.JainsIndex(rates), Is.GreaterThan(0.99), text);
        Assert.That(rates.Sum() / ClampedNetwork.Line.MegabitsPerSecond, Is.InRange(0.85, 0.97), text);
        Assert.That(network.Dropped, Is.Zero);
        AssertSound(network, 3);
    }

    [Test, CancelAfter(Deadline)]
    public void The_window_scale_of_the_receiver_is_heeded(CancellationToken deadline)
    {
        using ClampedNetwork network = new(Clamp);
        network.Run([new KernelTcpOptions()], 0.5, 0.5, deadline);
        (byte? scale, uint window) = network.Acks(acks => (acks.Scale, acks.Windows.Values.Single()));
        ClampedFlowReading flow = network.Reading.Flows.Single();
        Assert.That(scale, Is.Positive, "kernels announce a scale");
        Assert.That(flow.AdvertisedBytes, Is.EqualTo((long)window << scale!.Value));
        Assert.That(flow.TargetBytes - flow.AdvertisedBytes, Is.InRange(0, 1 << scale.Value), "rounded down");
        AssertSound(network, 1);
    }

    [Test, CancelAfter(Deadline)]
    public void A_flow_that_is_older_than_the_clamp_is_never_clamped(CancellationToken deadline)
    {
        bool isOn = false;
        using ClampedNetwork network = new(Clamp, isOpaque: _ => !Volatile.Read(ref isOn));
        network.Run([new KernelTcpOptions()], 0.2, 0.3, deadline);
        Volatile.Write(ref isOn, true);
        int before = network.Acks(acks => acks.Packets);
        network.Run([new KernelTcpOptions()], 0.5, 1, deadline);
        ushort young = network.Flows[1].Address.Port;
        Assert.That(network.Acks(acks => acks.Packets), Is.GreaterThan(before + 100));
        Assert.That(network.Acks(acks => acks.LoweredPorts.ToArray()), Is.EqualTo(new[] { young }));
        Assert.That(network.Reading.Flows.Select(flow => flow.Flow.Destination.Port), Is.EqualTo(new[] { young }));
        AssertSound(network, 1);
    }

    [Test, CancelAfter(Deadline)]
    public void Flows_with_the_least_windows_finish(CancellationToken deadline)
    {
        const long bytes = 60_000;
        DataRate slow = DataRate.FromMegabitsPerSecond(1);
        using ClampedNetwork network = new(Clamp with { Rate = DataRate.FromKilobitsPerSecond(100) }, line: slow);
        for (int i = 0; i < 3; i++)
            network.Add(new KernelTcpOptions()).Send(bytes);
        while (network.Flows.Any(flow => flow.DeliveredBytes < bytes))
            Assert.That(deadline.WaitHandle.WaitOne(20), Is.False, "a flow stands still");
        Assert.That(network.Flows.Select(flow => flow.DeliveredBytes), Is.All.EqualTo(bytes));
        AssertSound(network, 3);
    }

    [Test, CancelAfter(Deadline)]
    public void Without_a_clamp_no_byte_is_changed(CancellationToken deadline)
    {
        using ClampedNetwork network = new(clamp: null);
        network.Run([new KernelTcpOptions()], 0, 1, deadline);
        Assert.That(network.Acks(acks => (acks.Packets > 100, acks.Lowered, acks.Wrong)), Is.EqualTo((true, 0, 0)));
        Assert.That(network.BadSegments, Is.Zero);
    }

    /// <summary>All flows were limited, and no packet was damaged: by a full computation here and by the kernels' own counts.</summary>
    private static void AssertSound(ClampedNetwork network, int limited)
    {
        (int lowered, int wrong, int ports) = network.Acks(acks => (acks.Lowered, acks.Wrong, acks.LoweredPorts.Count));
        Assert.That((wrong, ports), Is.EqualTo((0, limited)));
        Assert.That(lowered, Is.GreaterThan(10));
        Assert.That(network.BadSegments, Is.Zero);
    }
}
