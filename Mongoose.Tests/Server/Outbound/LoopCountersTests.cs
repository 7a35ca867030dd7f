using Mongoose.Core.Units;
using Mongoose.Server.Outbound;

namespace Mongoose.Server.Tests.Outbound;

/// <summary>How late a sending thread is.</summary>
public sealed class LoopCountersTests
{
    private readonly LoopCounters _loop = new();

    [Test]
    public void A_thread_that_does_not_run_is_not_late()
    {
        Assert.That((_loop.LateTimeUntil(At(99)), _loop.TakeLongest(At(99))), Is.EqualTo((Duration.Zero, Duration.Zero)));
        _loop.Expect(At(1));
        _loop.Expect(Instant.Never);
        Assert.That((_loop.LateTimeUntil(At(99)), _loop.TakeLongest(At(99))), Is.EqualTo((Duration.Zero, Duration.Zero)));
    }

    [Test]
    public void A_pass_that_has_not_begun_is_late_until_now()
    {
        _loop.Expect(At(1));
        Assert.That(_loop.LateTimeUntil(At(3)).Milliseconds, Is.EqualTo(1990).Within(1e-6));
        Assert.That(_loop.TakeLongest(At(3)).Seconds, Is.EqualTo(2).Within(1e-6));
        _loop.Begin(At(1), At(3.5));
        Assert.That(_loop.LateTimeUntil(At(3.5)).Milliseconds, Is.EqualTo(2490).Within(1e-6));
        Assert.That((_loop.Passes, _loop.LatePasses), Is.EqualTo((1, 1)));
        Assert.That(_loop.LateTime, Is.EqualTo(_loop.LateTimeUntil(At(3.5))));
    }

    [Test]
    public void A_pass_that_does_not_end_is_late_as_well()
    {
        _loop.Begin(At(1), At(1));
        Assert.That(_loop.LateTimeUntil(At(4)).Milliseconds, Is.EqualTo(2990).Within(1e-6));
        Assert.That(_loop.LateTime, Is.EqualTo(Duration.Zero));
    }

    [Test]
    public void The_longest_delay_is_taken_once()
    {
        foreach (double delay in (double[])[0.003, 0.05, 0.004])
            _loop.Begin(At(1), At(1 + delay));
        _loop.Expect(At(2));
        Assert.That(_loop.TakeLongest(At(2)).Milliseconds, Is.EqualTo(50).Within(1e-6));
        Assert.That(_loop.TakeLongest(At(2)), Is.EqualTo(Duration.Zero));
        Assert.That((_loop.Passes, _loop.LatePasses, _loop.LateTime.Milliseconds), Is.EqualTo((3, 1, 40)));
    }

    private static Instant At(double seconds) => Instant.FromSeconds(seconds);
}
