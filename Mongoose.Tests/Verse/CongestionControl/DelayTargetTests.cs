using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Queues;
using Mongoose.Verse.CongestionControl;
using Mongoose.Verse.Connection;

namespace Mongoose.Tests.Verse.CongestionControl;

[Parallelizable(ParallelScope.All)]
public sealed class DelayTargetTests
{
    private static LinkOptions Bottleneck(double kilobits, double oneWayMs, long buffer, double loss = 0) => new()
    {
        Rate = DataRate.FromKilobitsPerSecond(kilobits),
        Delay = Duration.FromMilliseconds(oneWayMs),
        Jitter = Duration.FromMilliseconds(0.3),
        Queue = new() { Limit = QueueLimit.OfBytes(buffer) },
        Loss = loss > 0 ? new BernoulliLoss(loss) : LossModel.None,
        Seed = 7,
    };

    [Test]
    public void State_is_fresh_behind_every_buffer_above_the_links_rate([Values(4, 8, 16, 32, 64)] int buffer, [Values(5, 10, 50, 100, 200)] double oneWay)
    {
        VerseRig rig = VerseRig.Opened(Bottleneck(256, oneWay, buffer * 1024));
        Particles particles = new(rig, 100);
        particles.Run(1000, framesToSkip: 100);
        TestContext.Out.WriteLine($"p50 {particles.AgeAt(0.5)} p99 {particles.AgeAt(0.99)} max {particles.AgeAt(1)} window {((DelayTargetControl)rig.Sender.Sending.Control).Window} base {((DelayTargetControl)rig.Sender.Sending.Control).BaseRoundTrip} rtt {rig.Sender.SmoothedRoundTrip}");
        TestContext.Out.WriteLine($"LinkC {rig.There.Counters.DeliveredBytes} {rig.There.Queue.Counts.Dropped} timeouts {rig.Sender.Counters.PacketsTimedOut}");
        Assert.That(particles.AgeAt(0.99), Is.LessThanOrEqualTo(Math.Floor((oneWay + 105) / 40) * 40));
    }

    [Test]
    public void Random_losses_do_not_collapse_it([Values(0, 0.03, 0.05)] double loss)
    {
        VerseRig rig = VerseRig.Opened(Bottleneck(1000, 50, 64 * 1024, loss));
        Particles particles = new(rig, 100);
        particles.Run(1000, framesToSkip: 50);
        TestContext.Out.WriteLine($"p50 {particles.AgeAt(0.5)} p99 {particles.AgeAt(0.99)} max {particles.AgeAt(1)} window {((DelayTargetControl)rig.Sender.Sending.Control).Window}");
        TestContext.Out.WriteLine($"LinkC {rig.There.Counters.DeliveredBytes} {rig.There.Queue.Counts.Dropped} timeouts {rig.Sender.Counters.PacketsTimedOut}");
        Assert.That(particles.AgeAt(0.99), Is.LessThanOrEqualTo(120));
    }
}
