using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;
using Mongoose.Voice.Mixing.Rules;
using Mongoose.Voice.Mixing.Streams;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Mixing.Rules;

public sealed class PaperRuleTests
{
    private const int MaxStreams = 8;
    private static readonly StreamPackets Packets = StreamPackets.Paper;

    private readonly PaperRule _rule = new(Packets, MaxStreams, decisionRoundTrips: 7);
    private Instant _now = Instant.FromSeconds(100);

    [Test]
    public void It_starts_with_one_stream_and_first_raises_seven_round_trips_after_the_first_one_is_known()
    {
        Assert.That(_rule.Streams, Is.EqualTo(1));
        Read(after: 30, Free);
        Read(after: 1.399, Free);
        Assert.That(_rule.Streams, Is.EqualTo(1));
        Read(after: 0.001, Free);
        Assert.That(_rule.Streams, Is.EqualTo(2));
    }

    [Test]
    public void It_raises_by_one_stream_every_seven_round_trips_up_to_the_maximum()
    {
        int[] streams = [.. Enumerable.Range(0, 11).Select(_ => Read(after: 1.4, Free))];
        Assert.That(streams, Is.EqualTo(new[] { 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 8 }));
        Assert.That(Read(after: 0.7, Free), Is.EqualTo(8));
    }

    [Test]
    public void On_a_short_path_a_second_passes_between_raises()
    {
        PathReading shortPath = Free with { RoundTrip = Duration.FromMilliseconds(20) };
        Read(after: 0, shortPath);
        Assert.That(Read(after: 0.999, shortPath), Is.EqualTo(1));
        Assert.That(Read(after: 0.001, shortPath), Is.EqualTo(2));
    }

    [Test]
    public void It_does_not_raise_while_its_streams_are_not_in_use_or_T_does_not_carry_one_more()
    {
        RaiseTo(3);
        Assert.That(Read(after: 1.4, Free with { IsInUse = false }), Is.EqualTo(3));
        Assert.That(Read(after: 1.4, At(313.599)), Is.EqualTo(3));
        Assert.That(Read(after: 1.4, At(313.6)), Is.EqualTo(4));
    }

    [Test]
    public void A_loss_event_that_lowers_T_lowers_the_streams_at_once()
    {
        RaiseTo(8);
        Assert.That(Read(after: 0.1, At(400)), Is.EqualTo(8), "no loss event: the next decision may lower");
        Assert.That(Read(after: 0.1, Lost(400)), Is.EqualTo(5));
        Assert.That(Read(after: 0.1, At(300)), Is.EqualTo(5));
        Assert.That(Read(after: 1.3, At(300)), Is.EqualTo(3), "at the decision");
    }

    [Test]
    public void It_lowers_once_per_round_trip_and_does_not_forget_the_loss_event_in_between()
    {
        RaiseTo(8);
        Read(after: 0.01, Lost(400));
        Assert.That(Read(after: 0.1, Lost(200)), Is.EqualTo(5));
        Assert.That(Read(after: 0.09, At(200)), Is.EqualTo(5));
        Assert.That(Read(after: 0.01, At(200)), Is.EqualTo(2), "a round trip after the first reduction");
    }

    [Test]
    public void The_time_to_the_next_raise_counts_from_a_reduction()
    {
        RaiseTo(4);
        Read(after: 1, Lost(250));
        Assert.That(Read(after: 1.399, Free), Is.EqualTo(3));
        Assert.That(Read(after: 0.001, Free), Is.EqualTo(4));
    }

    [Test]
    public void A_loss_event_that_leaves_enough_changes_nothing_and_permits_no_earlier_raise()
    {
        RaiseTo(3);
        Assert.That(Read(after: 0.1, Lost(1000)), Is.EqualTo(3));
        Assert.That(Read(after: 1.3, Free), Is.EqualTo(4));
    }

    [Test]
    public void Below_the_rate_of_one_stream_it_still_sends_one()
    {
        RaiseTo(4);
        Assert.That(Read(after: 0.1, Lost(20)), Is.EqualTo(1));
        Assert.That(Read(after: 5, At(20)), Is.EqualTo(1));
    }

    [Test]
    public void Loss_above_20_percent_leads_to_probing()
    {
        RaiseTo(4);
        Assert.That(Read(after: 0.1, Free with { LossShare = 0.2 }), Is.EqualTo(4));
        Assert.That(Read(after: 0.1, Free with { LossShare = 0.201 }), Is.Zero);
    }

    [Test]
    public void Silence_leads_to_probing_and_an_acknowledged_probe_back_to_one_stream_at_the_next_decision()
    {
        RaiseTo(4);
        _now += Duration.FromSeconds(3);
        _rule.OnSilence(_now);
        Assert.That((_rule.Streams, _rule.Mode), Is.EqualTo((0, MixingMode.Probing)));
        Assert.That(Read(after: 1.399, Free), Is.Zero, "not yet time");
        Assert.That(Read(after: 0.001, Free with { Acked = 0 }), Is.Zero, "no probe");
        Assert.That(Read(after: 0.5, Free), Is.EqualTo(1));
        Assert.That(_rule.Mode, Is.EqualTo(MixingMode.Losses));
        Assert.That(Read(after: 1.399, Free), Is.EqualTo(1));
        Assert.That(Read(after: 0.001, Free), Is.EqualTo(2));
    }

    [Test]
    public void Silence_that_lasts_does_not_put_off_the_way_back()
    {
        Read(after: 0, Free);
        _rule.OnSilence(_now);
        _now += Duration.FromSeconds(1.3);
        _rule.OnSilence(_now);
        Assert.That(Read(after: 0.1, Free), Is.EqualTo(1));
    }

    [Test]
    public void Probing_lasts_while_T_is_below_the_rate_of_one_stream_and_while_the_loss_is_high()
    {
        Read(after: 0, Free);
        _rule.OnSilence(_now);
        Assert.That(Read(after: 1.4, At(78.399)), Is.Zero);
        Assert.That(Read(after: 0.1, At(78.4)), Is.Zero, "a try counts as a decision");
        Assert.That(Read(after: 1.4, At(78.4) with { LossShare = 0.3 }), Is.Zero);
        Assert.That(Read(after: 0.1, At(78.4)), Is.EqualTo(1));
    }

    [TestCase(0, 7)]
    [TestCase(8, 0.5)]
    [TestCase(8, double.NaN)]
    public void Numbers_out_of_range_are_refused(int maxStreams, double roundTrips) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => _ = new PaperRule(Packets, maxStreams, roundTrips));

    [Test]
    public void It_allocates_nothing() =>
        Assert.That(Allocation.FewestBytes(() =>
        {
            for (int i = 0; i < 1000; i++)
                Read(after: 0.1, i % 7 == 0 ? Lost(80 + i % 600) : Free);
        }), Is.Zero);

    [ForAll(MaxTest = 300, Replay = "20261123,5")]
    public void It_raises_by_one_per_decision_and_sends_no_more_than_T_after_a_loss_event(int seed)
    {
        Random random = new(seed);
        int max = random.Next(1, 20);
        StreamPackets packets = random.Next(2) == 0 ? Packets : StreamPackets.Trunk;
        PaperRule rule = new(packets, max, random.Next(6, 9));
        Instant raised = new(long.MinValue), lowered = raised;
        for (int i = 0; i < 500; i++)
        {
            int before = rule.Streams;
            PathReading reading = Any(random, _now += Duration.FromSeconds(random.NextDouble()));
            rule.OnReading(reading);
            Assert.That(rule.Streams, Is.InRange(0, max));
            Assert.That(rule.Streams, Is.LessThanOrEqualTo(before + 1));
            if (rule.Streams > before)
            {
                Assert.That(reading.At - raised, Is.GreaterThanOrEqualTo(Duration.FromSeconds(1)));
                Assert.That(reading.FairRate, Is.GreaterThanOrEqualTo(packets.RateOf(rule.Streams)));
                raised = reading.At;
            }
            bool mayLower = reading.At - lowered >= reading.RoundTrip;
            if (reading.IsNewLossEvent && mayLower && rule.Streams > 1)
                Assert.That(packets.RateOf(rule.Streams), Is.LessThanOrEqualTo(reading.FairRate));
            if (rule.Streams < before)
                lowered = reading.At;
            if (random.Next(40) == 0)
                rule.OnSilence(_now);
        }
    }

    private static PathReading Any(Random random, Instant now) => At(random.Next(10, 1500)) with
    {
        At = now,
        RoundTrip = Duration.FromMilliseconds(random.Next(1, 1000)),
        LossShare = random.Next(30) == 0 ? random.NextDouble() : 0,
        LossShareTime = Duration.FromSeconds(2),
        IsNewLossEvent = random.Next(3) == 0,
        Acked = random.Next(3),
        IsInUse = random.Next(4) > 0,
    };

    private static PathReading Free => new(
        At: default,
        RoundTrip: Duration.FromMilliseconds(200),
        Queueing: Duration.Zero,
        QueueingChange: Duration.Zero,
        QueueingGrowth: Duration.Zero,
        FairRate: DataRate.MaxValue,
        Delivered: DataRate.Zero,
        LineRate: DataRate.Zero,
        LossShare: 0,
        LossShareTime: Duration.FromSeconds(2),
        LatestLossShare: 0,
        IsNewLossEvent: false,
        Acked: 1,
        Wanted: 8,
        IsInUse: true);

    private static PathReading At(double kilobits) => Free with { FairRate = DataRate.FromKilobitsPerSecond(kilobits) };

    private static PathReading Lost(double kilobits) => At(kilobits) with { IsNewLossEvent = true };

    private int Read(double after, in PathReading reading)
    {
        _now += Duration.FromSeconds(after);
        _rule.OnReading(reading with { At = _now });
        return _rule.Streams;
    }

    private void RaiseTo(int streams)
    {
        Read(after: 0, Free);
        for (int i = 1; i < streams; i++)
            Read(after: 1.4, Free);
        Assert.That(_rule.Streams, Is.EqualTo(streams));
    }
}
