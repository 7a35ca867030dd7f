using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Tests.Testbed.Downloads.Pacing;

/// <summary>What the pacing of downloads makes of lines, with simulated TCP.</summary>
public sealed class DownloadPacingTests
{
    /// <summary>The part of a line that is payload in full segments.</summary>
    private const double Payload = 1448.0 / 1500;

    private static readonly Duration RoundTrip = Duration.FromMilliseconds(60), Settled = Duration.FromSeconds(5),
        End = Duration.FromSeconds(30);

    [Test]
    public void Downloads_fill_a_line_with_a_short_queue([Values(2, 5, 10, 20)] int megabits, [Values(1, 4)] int buffer)
    {
        DownloadRig rig = new(DataRate.FromMegabitsPerSecond(megabits), RoundTrip, buffer);
        PacedVisitor visitor = rig.AddVisitor(24);
        rig.RunUntil(Settled);
        long drops = rig.Drops;
        DataRate rate = rig.RateOf(() => visitor.DeliveredBytes, End);
        Assert.Multiple(() =>
        {
            Assert.That(rate.MegabitsPerSecond, Is.AtLeast(0.97 * Payload * megabits));
            Assert.That(rig.QueuePercentile(95, Settled, End), Is.AtMost(megabits == 2 ? 55 : 30));
            Assert.That(rig.Drops, Is.EqualTo(drops));
        });
    }

    [Test]
    public void A_visitor_who_comes_later_gets_an_equal_share()
    {
        DownloadRig rig = new(DataRate.FromMegabitsPerSecond(10), RoundTrip, 4);
        PacedVisitor first = rig.AddVisitor(24), second = rig.AddVisitor(24, Duration.FromSeconds(10));
        rig.RunUntil(Duration.FromSeconds(20));
        (long one, long other) = (first.DeliveredBytes, second.DeliveredBytes);
        rig.RunUntil(Duration.FromSeconds(60));
        Assert.Multiple(() =>
        {
            Assert.That(Fairness.JainsIndex([first.DeliveredBytes - one, second.DeliveredBytes - other]), Is.AtLeast(0.9));
            Assert.That(rig.QueuePercentile(95, Duration.FromSeconds(20), Duration.FromSeconds(60)), Is.AtMost(40));
        });
    }

    [Test]
    public void A_stranger_gets_a_share_and_leaves_one([Values(1, 4)] int buffer)
    {
        DownloadRig rig = new(DataRate.FromMegabitsPerSecond(10), RoundTrip, buffer);
        PacedVisitor visitor = rig.AddVisitor(8);
        TcpFlow stranger = rig.AddStranger(Settled);
        rig.RunUntil(Duration.FromSeconds(15));
        long before = stranger.DeliveredBytes;
        DataRate rate = rig.RateOf(() => visitor.DeliveredBytes, Duration.FromSeconds(60));
        Assert.Multiple(() =>
        {
            Assert.That(rate.MegabitsPerSecond, Is.AtLeast(2));
            Assert.That(DataRate.Of(stranger.DeliveredBytes - before, Duration.FromSeconds(45)).MegabitsPerSecond, Is.AtLeast(2));
        });
    }

    [Test]
    public void Random_losses_do_not_slow_downloads_down()
    {
        DownloadRig rig = new(DataRate.FromMegabitsPerSecond(10), RoundTrip, 4, line => line with { Loss = new BernoulliLoss(0.01) });
        PacedVisitor visitor = rig.AddVisitor(24);
        rig.RunUntil(Settled);
        Assert.That(rig.RateOf(() => visitor.DeliveredBytes, End).MegabitsPerSecond, Is.AtLeast(0.9 * Payload * 10));
    }

    /// <summary>A route that is longer by less than twice the permitted queue looks like an own queue for a while.</summary>
    [Test]
    public void A_longer_route_is_no_queue([Values(8, 15, 20, 24, 60)] int milliseconds)
    {
        DelayStep step = new(Duration.FromSeconds(10), RoundTrip / 2 + Duration.FromMilliseconds(milliseconds));
        DownloadRig rig = new(DataRate.FromMegabitsPerSecond(10), RoundTrip, 4, line => line with { DelaySteps = [step] });
        PacedVisitor visitor = rig.AddVisitor(24);
        rig.RunUntil(Duration.FromSeconds(20));
        Assert.That(rig.RateOf(() => visitor.DeliveredBytes, Duration.FromSeconds(40)).MegabitsPerSecond, Is.AtLeast(0.9 * Payload * 10));
        Assert.That(rig.QueuePercentile(95, Duration.FromSeconds(20), Duration.FromSeconds(40)), Is.AtMost(60));
    }

    [Test]
    public void A_line_that_becomes_slow_and_fast_again_is_followed()
    {
        DownloadRig rig = new(DataRate.FromMegabitsPerSecond(10), RoundTrip, 4, line => line with
        {
            Bandwidth = new SteppedBandwidth(
                new RateStep(Duration.Zero, DataRate.FromMegabitsPerSecond(10)),
                new RateStep(Duration.FromSeconds(10), DataRate.FromMegabitsPerSecond(2)),
                new RateStep(Duration.FromSeconds(20), DataRate.FromMegabitsPerSecond(10))),
        });
        PacedVisitor visitor = rig.AddVisitor(24);
        rig.RunUntil(Duration.FromSeconds(11));
        DataRate slow = rig.RateOf(() => visitor.DeliveredBytes, Duration.FromSeconds(20));
        // The rig counts the queue's time at 10 Mbit/s.
        double queue = 5 * rig.QueuePercentile(95, Duration.FromSeconds(10), Duration.FromSeconds(20));
        rig.RunUntil(Duration.FromSeconds(25));
        DataRate fast = rig.RateOf(() => visitor.DeliveredBytes, Duration.FromSeconds(35));
        Assert.Multiple(() =>
        {
            Assert.That(slow.MegabitsPerSecond, Is.AtLeast(0.85 * Payload * 2));
            Assert.That(queue, Is.AtMost(166));
            Assert.That(fast.MegabitsPerSecond, Is.AtLeast(0.9 * Payload * 10));
        });
    }

    [Test]
    public void Any_line_is_filled_and_its_queue_kept_short([Range(1, 6)] int seed)
    {
        Random random = new(seed);
        double megabits = 1 * Math.Pow(40, random.NextDouble());
        Duration roundTrip = Duration.FromMilliseconds(15 * Math.Pow(12, random.NextDouble()));
        DownloadRig rig = new(DataRate.FromMegabitsPerSecond(megabits), roundTrip, 1 + 4 * random.NextDouble(), seed: seed);
        PacedVisitor visitor = rig.AddVisitor(random.Next(4, 31));
        rig.RunUntil(Settled);
        DataRate rate = rig.RateOf(() => visitor.DeliveredBytes, End);
        double segments = DataRate.FromMegabitsPerSecond(megabits).TimeToSend(10 * 1500).Milliseconds;
        Assert.Multiple(() =>
        {
            Assert.That(rate.MegabitsPerSecond, Is.AtLeast(0.9 * Payload * megabits));
            Assert.That(rig.QueuePercentile(95, Settled, End), Is.AtMost(30 + segments), $"{megabits:0.0} Mbit/s, {roundTrip}");
        });
    }
}
