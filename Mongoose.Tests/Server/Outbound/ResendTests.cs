using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Tests.Outbound;

/// <summary>Resends to a viewer that does not acknowledge.</summary>
public sealed class ResendTests
{
    [Test]
    public void An_unacknowledged_packet_is_resent_with_its_number()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        visitor.Acks = false;
        visitor.Queue(Channel.Land);
        rig.Run(0.45);
        Assert.That(visitor.Sent.Select(packet => (packet.Sequence, packet.IsResend)), Is.EqualTo(new[] { (1u, false), (1u, true) }));
        Assert.That(visitor.Sent[1].At - visitor.Sent[0].At, Is.InRange(Duration.FromMilliseconds(300), Duration.FromMilliseconds(410)),
            "five pings, checked every 100 ms");
    }

    [Test]
    public void A_resend_that_fails_is_repeated_after_its_timer()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        visitor.Acks = false;
        visitor.Queue(Channel.Land);
        SendFailure failure = rig.Fail(packet => packet.ResendCount == 1);
        rig.Run(0.5);
        Assert.That(failure.Attempts, Is.EqualTo(1));
        Assert.That(visitor.Resends, Is.Empty);
        rig.Run(1);
        Assert.That(visitor.Resends.Count(), Is.EqualTo(1));
        Assert.That(rig.Server.Failures.Count.SinceReset, Is.EqualTo(1));
    }

    /// <summary>The first timeout is five pings; a resend waits for the next check, at most 100 ms, and for its turn.</summary>
    [Test]
    public void A_viewer_that_never_acks_gets_its_in_flight_limit_and_then_resends_with_doubling_timeouts()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 2000);
        visitor.Acks = false;
        visitor.View.ImageManager.Add(10_000);
        visitor.View.EntityUpdateQueue.Add(10_000);
        rig.Run(40);

        long limit = visitor.Circuit.InFlightLimitBytes;
        Assert.That(visitor.Sent.Where(packet => !packet.IsResend).Sum(packet => packet.Bytes), Is.InRange(limit, limit + 1500));
        Duration[] between = visitor.Resends.Zip(visitor.Resends.Skip(1), (a, b) => b.At - a.At).ToArray();
        Assert.That(between, Is.Not.Empty);
        for (int i = 0; i < between.Length; i++)
        {
            Duration backedOff = Duration.Min(Duration.FromMilliseconds(300 * Math.Pow(2, i + 1)), Duration.FromSeconds(4));
            Assert.That(between[i], Is.InRange(backedOff, backedOff + Duration.FromMilliseconds(110)), $"resend {i + 2}");
        }
    }

    /// <summary>
    /// A slow circuit takes long to reach its in-flight limit, and a resend every four seconds is a large part of its rate.
    /// </summary>
    [TestCase(60)]
    [TestCase(100)]
    [TestCase(200)]
    [TestCase(2000)]
    [TestCase(5000)]
    public void After_a_viewer_vanishes_its_full_circuit_sends_a_fiftieth_of_its_rate(double kilobitsPerSecond)
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond);
        visitor.View.ImageManager.Add(100_000);
        rig.Run(6);
        Assert.That(visitor.SentBytes(rig.Now - Duration.FromSeconds(3)),
            Is.EqualTo(3 * kilobitsPerSecond * 125).Within(10).Percent, "full");
        visitor.Acks = false;
        rig.Run(3);
        Instant from = rig.Now;
        rig.Run(40);
        Assert.That(BusiestSecond(visitor, from), Is.LessThanOrEqualTo(0.02 * kilobitsPerSecond * 125 + 1500));
        Assert.That(visitor.SentBytes(from), Is.LessThanOrEqualTo(0.02 * kilobitsPerSecond * 125 * 40 + 1500));
        Assert.That(visitor.SentBytes(from), Is.Positive, "the viewer may come back");
    }

    [Test]
    public void A_viewer_that_never_acks_again_gets_single_packets_for_minutes_and_OpenSim_keeps_no_more_than_the_window()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 8000);
        visitor.View.ImageManager.Add(100_000);
        rig.Run(8);
        long window = visitor.Circuit.InFlightLimitBytes;
        visitor.Acks = false;
        rig.Run(3);
        Instant from = rig.Now;
        rig.Run(100);
        Assert.That(BusiestSecond(visitor, from), Is.LessThanOrEqualTo(20_000), "2 % of the rate");
        Assert.That(visitor.Client.UnackedBytes, Is.InRange(1, window + 1500));
    }

    private static long BusiestSecond(Visitor visitor, Instant from) =>
        BusiestWindow.Second(visitor.Sent.Where(packet => packet.At >= from).Select(packet => (packet.At, packet.Bytes)));

    [Test]
    public void A_viewer_that_comes_back_gets_its_whole_circuit_again()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 2000);
        visitor.View.ImageManager.Add(100_000);
        rig.Run(2);
        visitor.Acks = false;
        rig.Run(10);
        visitor.Acks = true;
        rig.Run(15);
        Assert.That(visitor.SentBytes(rig.Now - Duration.FromSeconds(2)), Is.EqualTo(2 * 250_000).Within(5).Percent);
    }

    /// <summary>Even the smallest packet holds a buffer of 4 kB.</summary>
    [Test]
    public void Packets_in_flight_are_limited_however_small_they_are()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter(kilobitsPerSecond: 1000);
        visitor.Acks = false;
        visitor.Queue(Channel.Land, packets: 5000, bytes: 40);
        rig.Run(1.5);
        long limit = visitor.Circuit.InFlightLimitBytes;
        Assert.That(visitor.Client.UnackedBytes, Is.LessThan(limit));
        Assert.That(visitor.Client.NeedAcks.Count(), Is.InRange(limit / 512, limit / 512 + 1));
    }

    [TestCase(0, 0)]
    [TestCase(1, 300)]
    [TestCase(2, 900)]
    [TestCase(3, 2100)]
    [TestCase(4, 4500)]
    [TestCase(50, 4500)]
    public void Each_further_resend_doubles_the_interval_by_a_time_in_the_future(int resends, int millisecondsAhead)
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        OutgoingPacket packet = visitor.Queue(Channel.Land);
        packet.ResendCount = resends;
        new ResendTimer(visitor.Client, () => 1_000_000).Restart(packet);
        Assert.That(packet.TickCount - 1_000_000, Is.EqualTo(millisecondsAhead));
    }

    [Test]
    public void A_time_in_the_future_does_not_wrap_around()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        OutgoingPacket packet = visitor.Queue(Channel.Land);
        packet.ResendCount = 4;
        new ResendTimer(visitor.Client, () => int.MaxValue - 10).Restart(packet);
        Assert.That(packet.TickCount, Is.EqualTo(int.MaxValue));
    }
}
