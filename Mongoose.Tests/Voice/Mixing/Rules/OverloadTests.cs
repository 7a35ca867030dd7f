using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Tests.Voice.Mixing.Rules;

public sealed class OverloadTests
{
    private Overload _overload = new(Instant.Zero);

    [TestCase(0.14, 0.1, ExpectedResult = 4.0)]
    [TestCase(1, 0.1, ExpectedResult = 5.0)]
    public double A_full_queue_that_loses_on_and_on_is_found_after(double roundTrip, double loss)
    {
        for (double now = 0; now < 100; now += 0.1)
        {
            if (IsFound(now, 900, loss, roundTrip: roundTrip))
                return Math.Round(now, 1);
        }
        return double.NaN;
    }

    [TestCase(900, 0.02, 0, TestName = "Few_losses_are_those_of_a_TCP")]
    [TestCase(60, 0.1, 0, TestName = "A_short_queue_is_that_of_a_CoDel")]
    [TestCase(900, 0.1, -50, TestName = "A_queue_that_falls_shows_that_others_yield")]
    public void It_is_not_found(double queue, double loss, double change)
    {
        for (double now = 0; now < 100; now += 0.1)
            Assert.That(IsFound(now, queue, loss, change), Is.False);
    }

    [Test]
    public void A_moment_without_losses_begins_it_anew()
    {
        for (double now = 0; now < 100; now += 0.1)
            Assert.That(IsFound(now, 900, now % 3 < 0.1 ? 0 : 0.1), Is.False);
    }

    private bool IsFound(double now, double queue, double loss, double change = 0, double roundTrip = 0.14) =>
        _overload.IsFound(Readings.Queue(now, queue, change) with { LatestLossShare = loss, RoundTrip = Duration.FromSeconds(roundTrip) });
}
