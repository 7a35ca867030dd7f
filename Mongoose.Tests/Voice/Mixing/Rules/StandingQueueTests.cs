using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Tests.Voice.Mixing.Rules;

public sealed class StandingQueueTests
{
    private StandingQueue _standing = new(Instant.Zero);

    [Test]
    public void A_queue_that_stays_for_four_seconds_after_a_reduction_is_that_of_others() =>
        Assert.That(FoundAfter(_ => 60), Is.EqualTo(4).Within(0.2));

    [Test]
    public void So_is_one_that_grows() => Assert.That(FoundAfter(now => 60 + 5 * now), Is.EqualTo(4).Within(0.2));

    [Test]
    public void Without_a_reduction_it_says_nothing() => Assert.That(FoundAfter(_ => 60, isReduced: false), Is.NaN);

    [Test]
    public void A_short_queue_says_nothing() => Assert.That(FoundAfter(_ => 20), Is.NaN);

    [Test]
    public void Behind_the_last_stream_that_fits_the_queue_falls_slowly() => Assert.That(FoundAfter(now => 200 - 2 * now), Is.NaN);

    private double FoundAfter(Func<double, double> queue, bool isReduced = true)
    {
        for (double now = 0; now < 80; now += 0.1)
        {
            if (_standing.IsFound(isReduced, Readings.Queue(now, queue(now))))
                return now;
        }
        return double.NaN;
    }
}
