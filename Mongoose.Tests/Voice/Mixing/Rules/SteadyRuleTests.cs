using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;
using Mongoose.Voice.Mixing.Rules;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Tests.Voice.Mixing.Rules;

/// <summary>The rule with readings every 50 ms that a test writes; plain packets, 78.4 kbit/s per stream.</summary>
public sealed class SteadyRuleTests
{
    private const int Most = 8;

    private readonly SteadyRule _rule = new(StreamPackets.Paper, Most, Instant.Zero);
    private double _now;

    [Test]
    public void It_starts_with_one_stream_and_adds_one_per_second_up_to_the_limit()
    {
        Assert.That((_rule.Streams, _rule.Mode), Is.EqualTo((1, MixingMode.Delay)));
        List<double> raises = [];
        for (int streams = _rule.Streams; _now < 20; streams = _rule.Streams)
        {
            Read();
            if (_rule.Streams != streams)
                raises.Add(_now);
        }
        Assert.That(_rule.Streams, Is.EqualTo(Most));
        Assert.That(raises, Has.Count.EqualTo(Most - 1));
        Assert.That(raises.Zip(raises.Skip(1), (first, second) => second - first), Is.All.EqualTo(1).Within(0.06));
    }

    [Test]
    public void Decisions_are_seven_round_trips_apart()
    {
        Duration roundTrip = Duration.FromSeconds(1);
        Run(30, reading => reading with { RoundTrip = roundTrip });
        Assert.That(_rule.Streams, Is.InRange(4, 5), "decisions at 0, 7, 14, 21 and 28 s, the first of which raises nothing");
    }

    [Test]
    public void Streams_that_are_not_sent_are_no_reason_for_more()
    {
        Run(20, reading => reading with { IsInUse = false });
        Assert.That(_rule.Streams, Is.EqualTo(1));
    }

    [Test]
    public void A_queue_is_a_reason_to_wait()
    {
        Run(4);
        int streams = _rule.Streams;
        Run(20, reading => reading with { Queueing = DelayLimit.Short + new Duration(1) });
        Assert.That(_rule.Streams, Is.EqualTo(streams), "below the limit, but not short");
        Run(20);
        Assert.That(_rule.Streams, Is.EqualTo(Most));
    }

    [Test]
    public void A_loss_event_lowers_at_once_and_not_twice_within_a_round_trip()
    {
        Run(20);
        Read(reading => Loss(reading, 240));
        Assert.That(_rule.Streams, Is.EqualTo(3));
        Read(reading => Loss(reading, 80));
        Assert.That(_rule.Streams, Is.EqualTo(3), "50 ms later");
        Run(0.15, reading => reading with { FairRate = DataRate.FromKilobitsPerSecond(240) });
        Read(reading => Loss(reading, 80));
        Assert.That(_rule.Streams, Is.EqualTo(1));
    }

    [Test]
    public void A_rate_below_one_stream_leaves_one()
    {
        Run(20);
        Read(reading => Loss(reading, 5));
        Assert.That(_rule.Streams, Is.EqualTo(1));
        Run(20, reading => reading with { FairRate = DataRate.FromKilobitsPerSecond(5), LossShare = 0.04 });
        Assert.That(_rule.Streams, Is.EqualTo(1), "it is of use to listeners");
    }

    [Test]
    public void One_stream_with_losses_beside_a_TCP_that_gets_less_is_given_up()
    {
        Run(20, reading =>
            reading with
            {
                Queueing = DelayLimit.Of(1) + Duration.FromMilliseconds(1),
                FairRate = DataRate.FromKilobitsPerSecond(40),
                LossShare = 0.1
            });
        Assert.That((_rule.Streams, _rule.Mode), Is.EqualTo((0, MixingMode.Probing)));
    }

    [Test]
    public void Of_unusable_audio_one_stream_is_left_at_once_and_none_if_that_does_not_help()
    {
        Run(20);
        Read(reading => reading with { LossShare = SteadyRule.UnusableLoss });
        Assert.That(_rule.Streams, Is.EqualTo(Most), "not above");
        Read(reading => reading with { LossShare = SteadyRule.UnusableLoss + 1e-9 });
        Assert.That(_rule.Streams, Is.EqualTo(1));
        Run(4, reading => reading with { LossShare = 0.5 });
        Assert.That(_rule.Streams, Is.EqualTo(1), "the share covers losses of before");
        for (double end = _now + 10; _rule.Streams > 0 && _now < end;)
            Read(reading => reading with { LossShare = 0.5 });
        Assert.That((_rule.Streams, _rule.Mode), Is.EqualTo((0, MixingMode.Probing)));
    }

    [Test]
    public void If_one_stream_is_usable_it_goes_on()
    {
        Run(20);
        Run(4, reading => reading with { LossShare = 0.5 });
        Read();
        Run(4, reading => reading with { LossShare = 0.5 });
        Assert.That(_rule.Streams, Is.EqualTo(1));
        Run(20);
        Assert.That(_rule.Streams, Is.EqualTo(Most));
    }

    [Test]
    public void After_silence_one_stream_is_tried_and_then_more()
    {
        Run(20);
        _rule.OnSilence(Instant.FromSeconds(_now));
        Assert.That((_rule.Streams, _rule.Mode), Is.EqualTo((0, MixingMode.Probing)));
        double silent = _now;
        while (_rule.Streams == 0 && _now < silent + 60)
            Read(after: 1);
        Assert.That(_now - silent, Is.EqualTo(3), "three probes, one a second");
        Assert.That(_rule.Streams, Is.EqualTo(1));
        Run(20);
        Assert.That(_rule.Streams, Is.EqualTo(Most));
    }

    [Test]
    public void A_stream_that_fills_the_queue_after_silence_is_given_up()
    {
        _rule.OnSilence(Instant.Zero);
        for (int i = 0; i < 3; i++)
            Read(after: 1);
        Assert.That(_rule.Streams, Is.EqualTo(1));
        Read(reading => reading with { Queueing = DelayLimit.AfterSilence + new Duration(1) });
        Assert.That(_rule.Streams, Is.Zero);
    }

    [Test]
    public void A_stream_that_losses_leave_is_no_try_after_silence()
    {
        _rule.OnSilence(Instant.Zero);
        for (int i = 0; i < 3; i++)
            Read(after: 1);
        Run(20);
        Read(reading => Loss(reading, 78.4));
        Assert.That(_rule.Streams, Is.EqualTo(1));
        Run(3, reading =>
            reading with
            {
                Queueing = DelayLimit.AfterSilence + Duration.FromMilliseconds(200),
                FairRate = DataRate.FromKilobitsPerSecond(78.4)
            });
        Assert.That(_rule.Streams, Is.EqualTo(1), "a TCP's queue silences no sender");
    }

    [Test]
    public void A_queue_of_its_own_that_neither_grows_nor_drains_costs_a_stream_after_half_a_minute()
    {
        Run(20);
        Run(29, reading => reading with { Queueing = DelayLimit.Short });
        Assert.That(_rule.Streams, Is.EqualTo(Most));
        Run(3, reading => reading with { Queueing = DelayLimit.Short });
        Assert.That((_rule.Streams, _rule.Mode), Is.EqualTo((Most - 1, MixingMode.Delay)));
    }

    [Test]
    public void A_queue_that_stays_is_that_of_others_until_it_is_short_for_eight_round_trips()
    {
        Run(20);
        Run(20, reading => reading with { Queueing = Duration.FromMilliseconds(400) });
        Assert.That(_rule.Mode, Is.EqualTo(MixingMode.Competing));
        Run(20, reading => reading with { Queueing = Duration.FromMilliseconds(400) });
        Assert.That((_rule.Streams, _rule.Mode), Is.EqualTo((Most, MixingMode.Competing)), "without losses T alone decides");
        Run(1.1);
        Assert.That(_rule.Mode, Is.EqualTo(MixingMode.Competing));
        Run(0.1);
        Assert.That(_rule.Mode, Is.EqualTo(MixingMode.Delay));
    }

    [Test]
    public void When_others_are_gone_all_streams_are_back_at_once()
    {
        Run(20);
        Run(20, reading => reading with { Queueing = Duration.FromMilliseconds(400) });
        Run(20, reading => reading with { Queueing = Duration.FromMilliseconds(400), FairRate = DataRate.FromKilobitsPerSecond(235.2) });
        Assert.That((_rule.Streams, _rule.Mode), Is.EqualTo((3, MixingMode.Competing)));
        Run(1.25);
        Assert.That(_rule.Streams, Is.EqualTo(Most));
    }

    [Test]
    public void A_sender_with_less_than_half_of_the_line_keeps_its_streams_once_it_knows_that_others_fill_the_queue()
    {
        Run(20);
        Run(20, Fast(400));
        Assert.That((_rule.Streams, _rule.Mode), Is.EqualTo((Most, MixingMode.Competing)));
        for (int page = 0; page < 10; page++)
        {
            Run(12, Fast(0));
            Run(3, Fast(400));
            Assert.That(_rule.Streams, Is.EqualTo(Most), "the next page");
        }
    }

    [Test]
    public void A_full_queue_that_drops_packets_although_nothing_was_raised_is_that_of_others()
    {
        Run(40);
        Read(reading => Loss(reading, 400) with { Queueing = Duration.FromMilliseconds(200) });
        Assert.That((_rule.Streams, _rule.Mode), Is.EqualTo((5, MixingMode.Competing)), "T: five streams");
    }

    [Test]
    public void A_sender_with_all_voices_waits_half_a_second_before_it_reduces_them()
    {
        Run(40);
        Run(0.45, reading => reading with { Queueing = Duration.FromMilliseconds(200) });
        Assert.That(_rule.Streams, Is.EqualTo(Most));
        Run(0.2, reading => reading with { Queueing = Duration.FromMilliseconds(200) });
        Assert.That(_rule.Streams, Is.LessThan(Most));
    }

    [Test]
    public void After_a_raise_it_may_be_the_sender_s_own()
    {
        Run(9);
        Read(reading => Loss(reading, 400) with { Queueing = Duration.FromMilliseconds(200) });
        Assert.That(_rule.Mode, Is.EqualTo(MixingMode.Delay));
    }

    [Test]
    public void Beside_others_losses_leave_a_third_of_the_line()
    {
        Run(40, reading => reading with { LineRate = DataRate.FromKilobitsPerSecond(635) });
        Read(reading => Loss(reading, 50) with { Queueing = Duration.FromMilliseconds(400) });
        Run(30, reading => Loss(reading, 50) with { Queueing = Duration.FromMilliseconds(400) });
        Assert.That((_rule.Streams, _rule.Mode), Is.EqualTo((3, MixingMode.Competing)));
    }

    [Test]
    public void If_the_line_stays_overloaded_the_sender_yields_after_all()
    {
        Run(40, reading => reading with { LineRate = DataRate.FromKilobitsPerSecond(635) });
        Run(30, reading => Loss(reading, 80) with { Queueing = Duration.FromMilliseconds(900), LatestLossShare = 0.1, LossShare = 0.1 });
        Assert.That(_rule.Streams, Is.EqualTo(1));
    }

    [Test]
    public void A_competitor_s_queue_that_drains_is_no_reason_for_more()
    {
        Run(40, reading => reading with { Queueing = Duration.FromMilliseconds(400), FairRate = DataRate.FromKilobitsPerSecond(235.2) });
        Assert.That((_rule.Streams, _rule.Mode), Is.EqualTo((3, MixingMode.Competing)));
        Run(10, reading => reading with { Queueing = Duration.FromMilliseconds(400), QueueingChange = Duration.FromMilliseconds(-100) });
        Assert.That(_rule.Streams, Is.EqualTo(3));
        Run(3, reading => reading with { Queueing = Duration.FromMilliseconds(400) });
        Assert.That(_rule.Streams, Is.GreaterThan(3));
    }

    [Test]
    public void Its_limits_are_checked() =>
        Assert.That(() => new SteadyRule(StreamPackets.Paper, 0, Instant.Zero), Throws.TypeOf<ArgumentOutOfRangeException>());

    private static Func<PathReading, PathReading> Fast(double queue) => reading => reading with
    {
        LineRate = DataRate.FromMegabitsPerSecond(5),
        Queueing = Duration.FromMilliseconds(queue),
    };

    private static PathReading Loss(PathReading reading, double kilobits) =>
        reading with { IsNewLossEvent = true, FairRate = DataRate.FromKilobitsPerSecond(kilobits) };

    private void Run(double seconds, Func<PathReading, PathReading>? change = null)
    {
        for (double end = _now + seconds - 1e-6; _now < end;)
            Read(change);
    }

    private void Read(Func<PathReading, PathReading>? change = null, double after = 0.05)
    {
        _now += after;
        PathReading reading = Readings.At(_now);
        _rule.OnReading(change is null ? reading : change(reading));
    }
}
