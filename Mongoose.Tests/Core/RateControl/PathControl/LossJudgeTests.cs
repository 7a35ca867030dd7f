using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>A datagram with ten acks every 100 ms.</summary>
public sealed class LossJudgeTests
{
    private static readonly Duration Feedback = Duration.FromMilliseconds(100);

    private LossJudge _judge = new();
    private Instant _now = Instant.FromSeconds(10);

    [Test]
    public void Without_losses_there_is_nothing_to_judge() => Assert.That(Clump(lost: 0, hasQueue: true), Is.EqualTo(LossMeaning.None));

    [Test]
    public void With_a_queue_the_first_loss_means_a_full_buffer() =>
        Assert.That(Clump(lost: 1, hasQueue: true), Is.EqualTo(LossMeaning.BufferFull));

    [TestCase(1)]
    [TestCase(2)]
    public void Without_a_queue_one_or_two_percent_are_random(int percent) =>
        Assert.That(Lose(percent, clumps: 200), Is.All.EqualTo(LossMeaning.Random));

    [Test]
    public void Without_a_queue_more_losses_are_a_policer_s([Values(5, 10, 30)] int percent) =>
        Assert.That(Lose(percent, clumps: 50), Does.Contain(LossMeaning.Policer));

    [Test]
    public void Packets_lost_before_a_restart_do_not_count()
    {
        Lose(percent: 0, clumps: 20);
        _judge.Restart(_now);
        AckReport clump = new() { At = _now + Feedback * 2, Bytes = 10_000, Packets = 10, LostPackets = 30, NewestLostSent = _now };
        Assert.That(_judge.Count(clump), Is.False, "there was no cut");
        Assert.That(_judge.Judge(clump, hasQueue: true, Feedback), Is.EqualTo(LossMeaning.None));
        _now += Duration.FromSeconds(1);
        Assert.That(Clump(lost: 1), Is.EqualTo(LossMeaning.Random));
    }

    [Test]
    public void Losses_among_few_packets_tell_nothing() => Assert.That(Clump(lost: 5), Is.EqualTo(LossMeaning.Random));

    [Test]
    public void Losses_that_do_not_fall_when_the_rate_was_lowered_are_tolerated()
    {
        List<LossMeaning> meanings = Lose(percent: 10, clumps: 300);
        Assert.That(meanings.Count(meaning => meaning == LossMeaning.Policer), Is.InRange(1, 5));
        Assert.That(meanings.TakeLast(100), Is.All.EqualTo(LossMeaning.Random));
    }

    [Test]
    public void A_policer_whose_rate_is_no_longer_exceeded_holds_the_rate_for_half_a_minute()
    {
        Assert.That(Lose(percent: 20, clumps: 20), Does.Contain(LossMeaning.Policer));
        Lose(percent: 0, clumps: 20);
        Assert.That(_judge.HoldsRate(_now));
        Assert.That(_judge.HoldsRate(_now + Duration.FromSeconds(40)), Is.False);
    }

    [Test]
    public void Losses_that_a_lower_rate_does_not_change_are_no_policer_s([Values(5, 10)] int percent)
    {
        Lose(percent, clumps: 300);
        Assert.That(_judge.HoldsRate(_now), Is.False);
    }

    [Test]
    public void A_few_losses_that_end_by_chance_are_no_policer_s()
    {
        Assert.That(Lose(percent: 5, clumps: 12), Does.Contain(LossMeaning.Policer));
        Lose(percent: 0, clumps: 20);
        Assert.That(_judge.HoldsRate(_now), Is.False);
    }

    [Test]
    public void Spurious_losses_are_no_policer_s()
    {
        Lose(percent: 20, clumps: 6);
        Lose(percent: 0, clumps: 20);
        Assert.That(_judge.HoldsRate(_now));
        Count(spurious: 50);
        Assert.That(_judge.HoldsRate(_now), Is.False);
    }

    [Test]
    public void Losses_that_rise_well_above_the_tolerated_ones_count_again()
    {
        Lose(percent: 5, clumps: 300);
        Assert.That(Lose(percent: 30, clumps: 50), Does.Contain(LossMeaning.Policer));
    }

    [Test]
    public void In_a_feedback_time_losses_count_once()
    {
        Clump(lost: 1, hasQueue: true);
        _now += Duration.FromMilliseconds(99);
        Assert.That(Judge(1, _now, hasQueue: true), Is.EqualTo(LossMeaning.None));
        _now += Duration.FromMilliseconds(1);
        Assert.That(Judge(1, _now, hasQueue: true), Is.EqualTo(LossMeaning.BufferFull));
    }

    [Test]
    public void A_loss_of_a_packet_from_before_the_cut_belongs_to_the_cut_however_late_it_is_found()
    {
        Cut(lost: 1);
        Instant cut = _now;
        _now += Duration.FromSeconds(1);
        Assert.That(Judge(1, cut, hasQueue: true), Is.EqualTo(LossMeaning.None));
        Assert.That(Judge(1, cut + Duration.FromMilliseconds(1), hasQueue: true), Is.EqualTo(LossMeaning.BufferFull));
    }

    [Test]
    public void Ten_minutes_without_losses_are_not_needed_to_forget_them()
    {
        Lose(percent: 2, clumps: 200);
        Lose(percent: 0, clumps: 100);
        Assert.That(Clump(lost: 2), Is.EqualTo(LossMeaning.Random), "two of a hundred");
    }

    [Test]
    public void A_cut_whose_losses_all_prove_spurious_is_to_be_undone()
    {
        Cut(lost: 3);
        Assert.That(Count(spurious: 2), Is.False);
        Assert.That(Count(spurious: 1), Is.True);
        Assert.That(Count(spurious: 1), Is.False, "once");
    }

    [Test]
    public void Losses_that_have_proved_spurious_in_the_same_clump_mean_nothing()
    {
        _now += Feedback;
        AckReport report = Report(40, lost: 30, spurious: 30, _now);
        _judge.Count(report);
        Assert.That(_judge.Judge(report, hasQueue: true, Feedback), Is.EqualTo(LossMeaning.None));
    }

    [Test]
    public void A_further_loss_keeps_the_cut_until_it_proves_spurious_too()
    {
        Cut(lost: 1);
        Assert.That(Count(lost: 1, spurious: 1), Is.False);
        Assert.That(Count(spurious: 1), Is.True);
    }

    [Test]
    public void Without_a_cut_spurious_losses_undo_nothing() => Assert.That(Count(spurious: 5), Is.False);

    private void Cut(int lost)
    {
        AckReport report = Report(10, lost, 0, _now);
        _judge.Count(report);
        _judge.Judge(report, hasQueue: true, Feedback);
        _judge.Cut(report);
    }

    private bool Count(int lost = 0, int spurious = 0) => _judge.Count(Report(10, lost, spurious, _now));

    /// <summary>The meanings of all losses while this part of the packets is lost, evenly.</summary>
    private List<LossMeaning> Lose(int percent, int clumps)
    {
        List<LossMeaning> meanings = [];
        for (int clump = 0, owed = 0; clump < clumps; clump++)
        {
            owed += 10 * percent;
            int lost = owed / 100;
            owed %= 100;
            LossMeaning meaning = Clump(lost);
            if (meaning != LossMeaning.None)
                meanings.Add(meaning);
        }
        return meanings;
    }

    private LossMeaning Clump(int lost, bool hasQueue = false)
    {
        _now += Feedback;
        AckReport report = Report(10 - Math.Min(9, lost), lost, 0, _now - Duration.FromMilliseconds(50));
        _judge.Count(report);
        LossMeaning meaning = _judge.Judge(report, hasQueue, Feedback);
        if (meaning is LossMeaning.BufferFull or LossMeaning.Policer)
            _judge.Cut(report);
        return meaning;
    }

    private LossMeaning Judge(int lost, Instant newestLost, bool hasQueue) =>
        _judge.Judge(Report(10, lost, 0, newestLost), hasQueue, Feedback);

    private AckReport Report(int packets, int lost, int spurious, Instant newestLost) => new()
    {
        At = _now,
        Bytes = 1000 * packets,
        Packets = packets,
        LostPackets = lost,
        NewestLostSent = newestLost,
        Spurious = spurious,
    };
}
