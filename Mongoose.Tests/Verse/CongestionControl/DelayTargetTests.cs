using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Queues;

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
        // A cycle through all particles takes 65 ms, the queue up to 40; on longer paths a frame more.
        double frames = Math.Floor((oneWay + 105) / 40) + (oneWay > 5 ? 1 : 0);
        Assert.That(particles.AgeAt(0.99), Is.LessThanOrEqualTo(frames * 40));
    }

    [Test]
    public void Random_losses_do_not_collapse_it([Values(0, 0.03, 0.05)] double loss)
    {
        VerseRig rig = VerseRig.Opened(Bottleneck(1000, 50, 64 * 1024, loss));
        Particles particles = new(rig, 100);
        particles.Run(1000, framesToSkip: 50);
        Assert.That(particles.AgeAt(0.99), Is.LessThanOrEqualTo(80));
    }
}
