using Mongoose.Core.Units;
using Mongoose.Testbed.Voices;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Testbed.Voices;

public sealed class DriftingClockTests
{
    [TestCase(300, 1_000_300)]
    [TestCase(-300, 999_700)]
    [TestCase(0, 1_000_000)]
    public void A_clock_drifts_from_the_time_at_which_both_agree(double ppm, long microsecondsAfterASecond)
    {
        DriftingClock clock = new(Instant.FromSeconds(5), ppm);
        Assert.That(clock.Shows(Instant.FromSeconds(5)), Is.EqualTo(Instant.FromSeconds(5)));
        Assert.That((clock.Shows(Instant.FromSeconds(6)) - Instant.FromSeconds(5)).Microseconds,
            Is.EqualTo(microsecondsAfterASecond).Within(0.01));
    }

    [ForAll]
    public void A_time_that_it_shows_is_found_again(uint milliseconds, short drift)
    {
        DriftingClock clock = new(Instant.Zero, drift % 1000);
        Instant shown = Instant.FromMilliseconds(milliseconds);
        Assert.That(clock.Shows(clock.When(shown)) - shown, Is.InRange(Duration.Zero, Duration.FromMicroseconds(1)));
    }

    [Test]
    public void Never_is_never() => Assert.That(new DriftingClock(Instant.Zero, 500).When(Instant.Never), Is.EqualTo(Instant.Never));
}
