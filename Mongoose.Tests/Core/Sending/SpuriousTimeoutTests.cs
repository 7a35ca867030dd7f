using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;

namespace Mongoose.Tests.Core.Sending;

/// <summary>Losses that only the resend timer has found, and whose packets have arrived after all.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class SpuriousTimeoutTests
{
    [Test]
    public void An_ack_too_soon_after_the_resend_shows_that_the_timer_was_wrong() =>
        Assert.That(TimedOut().Pass(10).Ack(2).Path.Counts, Is.EqualTo(new PathCounts(2, 0, FoundByTimer: 1, Spurious: 1)));

    [Test]
    public void An_ack_of_both_transmissions_shows_that_the_timer_was_wrong()
    {
        PathRig rig = TimedOut().Pass(105).Ack(2);
        Assert.That(rig.Path.Counts.Lost, Is.EqualTo(1), "the ack may answer the resend");
        rig.Pass(10).Ack(2).Ack(2);
        Assert.That((rig.Path.Counts.Lost, rig.Path.Spurious), Is.EqualTo((0, 1)));
    }

    [Test]
    public void A_lost_ack_leaves_a_loss_because_the_ack_of_the_resend_is_the_only_one() =>
        Assert.That(TimedOut().Pass(100).Ack(2).Path.Counts.Lost, Is.EqualTo(1));

    [Test]
    public void A_second_ack_in_a_repeated_datagram_shows_nothing() =>
        Assert.That(TimedOut().Pass(105).Ack(2).RepeatDatagram(2).Path.Counts.Lost, Is.EqualTo(1));

    [Test]
    public void The_second_acks_of_a_client_that_repeats_acks_show_nothing()
    {
        PathRig rig = Measured().Send(2, 3).Pass(100).Ack(3).Ack(3).Pass(1400).Resend(2).Pass(105).Ack(2).Ack(2);
        Assert.That((rig.Path.Counts.Found, rig.Path.Spurious), Is.EqualTo((1, 0)));
    }

    private static PathRig TimedOut() => Measured().Send(2).Pass(1500).Resend(2);

    private static PathRig Measured() =>
        new PathRig(new SendingOptions { PathControl = PathControlOptions.Default, FastResend = true }).Send(1).Pass(100).Ack(1);
}
