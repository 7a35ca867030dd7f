using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Udp;
using Mongoose.Verse.CongestionControl;
using Mongoose.Verse.Connection;

namespace Mongoose.Tests.Verse.CongestionControl;

public sealed class DelayTargetTests
{
    private static LinkOptions Bottleneck(double kilobits, double oneWayMs, long buffer, double loss = 0, long seed = 7) => new()
    {
        Rate = DataRate.FromKilobitsPerSecond(kilobits),
        Delay = Duration.FromMilliseconds(oneWayMs),
        Jitter = Duration.FromMilliseconds(0.3),
        Queue = new() { Limit = QueueLimit.OfBytes(buffer) },
        Loss = loss > 0 ? new BernoulliLoss(loss) : LossModel.None,
        Seed = seed,
    };

    [Test]
    public void State_is_fresh_behind_every_buffer_above_the_links_rate(
        [Values(4, 8, 16, 32, 64)] int buffer, [Values(5, 10, 50, 100, 200)] double oneWay)
    {
        VerseRig rig = VerseRig.Opened(Bottleneck(256, oneWay, buffer * 1024));
        Particles particles = new(rig, 100);
        particles.Run(1000, framesToSkip: 100);
        // What is shown lasts until the particle's turn comes again, a cycle of 65 ms, and its value has passed the queue, up to 40 ms, and
        // the path. Ages are whole frames of 40 ms.
        double frames = Math.Floor((65 + 40 + oneWay) / 40);
        Assert.That(particles.AgeAt(0.99), Is.LessThanOrEqualTo(frames * 40));
    }

    [Test]
    public void State_is_fresh_and_the_queue_short_whatever_is_random([Values(4, 8, 16, 32, 64)] int buffer, [Range(101, 108)] int seed)
    {
        VerseRig rig = VerseRig.Opened(Bottleneck(256, 5, buffer * 1024, seed: seed), seed: (ulong)seed);
        Particles particles = new(rig, 100);
        particles.Run(600, framesToSkip: 100);
        Assert.That(particles.AgeAt(0.99), Is.LessThanOrEqualTo(100));
        Assert.That(DataRate.FromKilobitsPerSecond(256).TimeToSend((long)particles.MeanQueue).Milliseconds, Is.LessThanOrEqualTo(20));
    }

    [TestCase(40, 25, 16, 256)]
    [TestCase(200, 25, 16, 256)]
    [TestCase(100, 10, 16, 256)]
    [TestCase(100, 60, 16, 256)]
    [TestCase(100, 25, 8, 256)]
    [TestCase(100, 25, 64, 256)]
    [TestCase(100, 25, 16, 128)]
    [TestCase(100, 25, 16, 2000)]
    [TestCase(400, 60, 16, 2000)]
    public void State_is_as_fresh_as_the_rate_allows_with_other_particles_and_rates(
        int count, double framesPerSecond, int bytes, double kilobits)
    {
        VerseRig rig = VerseRig.Opened(Bottleneck(kilobits, 5, 64 * 1024));
        Particles particles = new(rig, count, framesPerSecond, bytes);
        particles.Run((int)(40 * framesPerSecond), framesToSkip: (int)(4 * framesPerSecond));
        double cycle = count * (bytes + 2) * 8 / kilobits; // through all particles, in ms
        Assert.That(particles.AgeAt(0.99), Is.LessThanOrEqualTo(cycle + 100));
    }

    [TestCase(50)]
    [TestCase(100)]
    [TestCase(200)]
    public void A_long_link_is_used(double oneWay)
    {
        VerseRig rig = VerseRig.Opened(Bottleneck(256, oneWay, 16 * 1024));
        Particles particles = new(rig, 100);
        particles.Run(800, framesToSkip: 200);
        Assert.That(particles.LinkUse(DataRate.FromKilobitsPerSecond(256)), Is.GreaterThan(0.9));
    }

    [Test]
    public void Random_losses_do_not_collapse_it([Values(0, 0.03, 0.05)] double loss)
    {
        VerseRig rig = VerseRig.Opened(Bottleneck(1000, 50, 64 * 1024, loss));
        Particles particles = new(rig, 100);
        particles.Run(1000, framesToSkip: 50);
        Assert.That(particles.AgeAt(0.99), Is.LessThanOrEqualTo(80));
    }

    [TestCase(1000, 20)]
    [TestCase(2000, 100)]
    public void Into_a_path_that_delivers_nothing_it_sends_a_packet_per_expiry_and_starts_anew_afterwards(double kilobits, double oneWay)
    {
        VerseRig rig = VerseRig.Opened(Bottleneck(kilobits, oneWay, 64 * 1024));
        Particles particles = new(rig, 500, bytes: 64);
        particles.Run(250);
        rig.Client.Filter = _ => false;
        particles.Run(25); // the first expiry gives up the window that was in flight
        VerseCounters before = rig.Sender.Counters;
        particles.Run(500);
        VerseCounters after = rig.Sender.Counters;
        Assert.That(after.TimerExpiries - before.TimerExpiries, Is.GreaterThan(5));
        Assert.That(after.PayloadPacketsSent - before.PayloadPacketsSent,
            Is.LessThanOrEqualTo(2 * (after.TimerExpiries - before.TimerExpiries) + 2));
        Assert.That(((DelayTargetControl)rig.Sender.Sending.Control).Window, Is.LessThan(1000));

        rig.Client.Filter = _ => true;
        particles.Run(250, framesToSkip: 125);
        Assert.That(particles.LinkUse(DataRate.FromKilobitsPerSecond(kilobits)), Is.GreaterThan(0.8), "from 5 s after the path is back");
    }

    [Test]
    public void A_single_expiry_reduces_the_window_only_until_the_next_acknowledgment()
    {
        DelayTargetControl control = new();
        Instant now = Instant.FromSeconds(1);
        control.OnAcked(1000, Duration.FromMilliseconds(50), now);
        long window = control.Window;
        control.OnTimeout(inSuccession: 1);
        Assert.That(control.Window, Is.EqualTo(2 * DelayTargetControl.MinPacket));
        Assert.That((control.CanSend(0), control.CanSend(window / 2)), Is.EqualTo((true, false)));
        control.OnAcked(0, Duration.FromMilliseconds(50), now);
        Assert.That(control.Window, Is.EqualTo(window));
        control.OnTimeout(inSuccession: 2);
        control.OnAcked(0, Duration.FromMilliseconds(50), now);
        Assert.That(control.Window, Is.EqualTo(2 * DelayTargetControl.MinPacket));
    }

    [Test]
    public void A_buffer_of_three_packets_does_not_lose_most_of_them()
    {
        VerseRig rig = VerseRig.Opened(Bottleneck(2000, 5, 4 * 1024));
        Particles particles = new(rig, 400, framesPerSecond: 60);
        particles.Run(2400, framesToSkip: 240);
        Assert.That(particles.AgeAt(0.99), Is.LessThanOrEqualTo(100));
        Assert.That(rig.Sender.Counters.PacketsNaked, Is.LessThan(0.2 * rig.Sender.Counters.PayloadPacketsSent));
    }

    [TestCase(1000, 20, 32)]
    [TestCase(1000, 20, 64)]
    [TestCase(2000, 50, 32)]
    public void It_keeps_a_fifth_of_a_link_that_TCP_fills_and_returns_to_its_target_afterwards(double kilobits, double oneWay, int buffer)
    {
        DataRate rate = DataRate.FromKilobitsPerSecond(kilobits);
        VerseRig rig = VerseRig.Opened(Bottleneck(kilobits, oneWay, buffer * 1024));
        Particles particles = new(rig, (int)(kilobits / 2.5)); // about the link's rate
        particles.Run(500);
        FlowKey key = new(new UdpAddress(1, 1), new UdpAddress(2, 1), FlowKey.Tcp);
        TcpFlow tcp = new(rig.Clock, new TcpOptions(), key, rig.There, rig.Back);
        tcp.SetUnlimited(true);
        particles.Run(750);
        (long before, long tcpBefore) = (rig.Receiver.Counters.BytesReceived, tcp.DeliveredBytes);
        particles.Run(2250);
        double share = (rig.Receiver.Counters.BytesReceived - before) / (double)rate.BytesIn(Duration.FromSeconds(90));
        Assert.That(share, Is.GreaterThan(0.2));
        Assert.That(tcp.DeliveredBytes - tcpBefore, Is.GreaterThan(0.2 * rate.BytesIn(Duration.FromSeconds(90))), "and TCP keeps one too");

        tcp.SetUnlimited(false);
        particles.Run(1500, framesToSkip: 1000); // 40 s later
        Assert.That(particles.AgeAt(0.99), Is.LessThanOrEqualTo(2 * oneWay + 120));
        Assert.That(rate.TimeToSend((long)particles.MeanQueue).Milliseconds, Is.LessThanOrEqualTo(25));
    }

    [Test]
    public void It_follows_a_route_that_becomes_longer_and_shorter_again([Range(7, 22)] int seed)
    {
        DataRate rate = DataRate.FromKilobitsPerSecond(256);
        VerseRig rig = VerseRig.Opened(Bottleneck(256, 5, 64 * 1024, seed: seed) with
        {
            DelaySteps =
            [
                new DelayStep(Duration.FromSeconds(22), Duration.FromMilliseconds(60)),
                new DelayStep(Duration.FromSeconds(62), Duration.FromMilliseconds(5)),
            ],
        });
        Particles particles = new(rig, 100);
        particles.Run(500);
        particles.Run(900, framesToSkip: 400); // from 16 s after the route became longer
        Assert.That(particles.LinkUse(rate), Is.GreaterThan(0.8));
        Assert.That(particles.AgeAt(0.99), Is.LessThanOrEqualTo(200));
        particles.Run(500, framesToSkip: 150);
        Assert.That(particles.AgeAt(0.99), Is.LessThanOrEqualTo(120));
        Assert.That(rate.TimeToSend((long)particles.MeanQueue).Milliseconds, Is.LessThanOrEqualTo(25));
    }
}
