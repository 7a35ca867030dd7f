using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Tests.Voice.Mixing.Rules;

public sealed class DrainTrialTests
{
    private DrainTrial _trial;

    [Test]
    public void A_queue_that_stays_through_two_drains_is_caused_by_others()
    {
        Drain(100);
        Assert.That(HasFailed(100), Is.False, "one drain proves nothing");
        Drain(100);
        Assert.That(HasFailed(100), Is.True);
    }

    [Test]
    public void A_queue_that_falls_is_caused_by_the_mixer_itself()
    {
        Drain(200);
        Drain(150);
        Assert.That(HasFailed(100), Is.False);
    }

    [Test]
    public void A_queue_that_still_grew_after_the_first_drain_is_compared_with_its_height()
    {
        Drain(100);
        _trial.Record(Duration.FromMilliseconds(600));
        Drain(500);
        Assert.That(HasFailed(300), Is.False, "the queue falls, although it is higher than at the first drain");
        Assert.That(HasFailed(590), Is.True);
    }

    [Test]
    public void When_the_queue_has_drained_a_new_trial_starts()
    {
        Drain(100);
        Drain(100);
        _trial.Reset();
        Drain(90);
        Assert.That(HasFailed(90), Is.False);
        Drain(90);
        Assert.That(HasFailed(90), Is.True);
    }

    private void Drain(double delay)
    {
        _trial.Record(Duration.FromMilliseconds(delay));
        _trial.Begin(Duration.FromMilliseconds(delay));
    }

    private bool HasFailed(double delay) => _trial.HasFailed(Duration.FromMilliseconds(delay));
}
