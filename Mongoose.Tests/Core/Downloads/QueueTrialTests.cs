using Mongoose.Core.Downloads;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Downloads;

public sealed class QueueTrialTests
{
    private static readonly Duration Known = Duration.FromMilliseconds(60), Long = Duration.FromMilliseconds(160),
        Tolerance = Duration.FromMilliseconds(12);

    [Test]
    public void A_queue_that_drains_was_the_downloads_own() =>
        Assert.That(Verdict(time => time < 0.2 ? 160 : 62), Is.EqualTo(QueueOwner.Own));

    [Test]
    public void A_round_trip_that_stays_equal_is_a_longer_route() =>
        Assert.That(Verdict(time => 160 + time % 0.02), Is.EqualTo(QueueOwner.Route));

    [Test]
    public void A_queue_whose_length_changes_is_a_strangers() =>
        Assert.That(Verdict(time => 160 + 10 * time), Is.EqualTo(QueueOwner.Stranger));

    [Test]
    public void A_known_strangers_queue_needs_one_look() =>
        Assert.That(Verdict(_ => 160, isKnownStranger: true), Is.EqualTo(QueueOwner.Stranger));

    private static QueueOwner Verdict(Func<double, double> milliseconds, bool isKnownStranger = false)
    {
        QueueTrial trial = new();
        trial.Begin(Known, Long, isKnownStranger, Instant.Zero);
        for (double time = 0; time < 10; time += 0.01)
        {
            QueueOwner owner = trial.Take(
                Duration.FromMilliseconds(milliseconds(time)), Tolerance, Instant.Zero + Duration.FromSeconds(time));
            if (owner != QueueOwner.Unknown)
                return owner;
        }
        return QueueOwner.Unknown;
    }
}
