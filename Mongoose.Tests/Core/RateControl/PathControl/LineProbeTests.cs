using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

public sealed class LineProbeTests
{
    private static readonly Instant Start = Instant.FromSeconds(10);
    private static readonly Duration Feedback = Ms(100), Overdue = Ms(400);

    private LineProbe _probe;

    [Test]
    public void It_sends_less_until_the_whole_queue_has_had_time_to_drain([Values(30, 200, 600)] double predicted)
    {
        Begin(predicted);
        Assert.That((_probe.IsOpen, _probe.IsSlowed), Is.EqualTo((true, true)));
        Assert.That(LineProbe.Pace, Is.InRange(0.05, 0.5));
        Assert.That((1 - LineProbe.Pace) * (End() - Start - Feedback).Milliseconds, Is.EqualTo(predicted).Within(2));
        Assert.That((_probe.IsOpen, _probe.IsSlowed), Is.EqualTo((true, false)), "the acks are still on their way");
    }

    [Test]
    public void However_long_the_queue_it_ends_within_some_seconds()
    {
        Begin(1e9);
        Assert.That((End() - Start).Seconds, Is.LessThan(4));
    }

    [Test]
    public void The_floor_is_the_shortest_round_trip_of_the_packets_that_were_sent_in_it()
    {
        Begin(100);
        Assert.That(Ack(50, sent: Start - Ms(1), at: Start + Ms(20)), Is.Null, "a packet from before it");
        Ack(180, sent: Start + Ms(10), at: Start + Ms(190));
        Ack(120, sent: Start + Ms(60), at: Start + Ms(200));
        Instant end = End();
        Ack(140, sent: end, at: end + Ms(140));
        Assert.That(Ack(150, sent: end + Ms(1), at: end + Ms(150)), Is.EqualTo(120));
        Assert.That(_probe.IsOpen, Is.False);
    }

    [Test]
    public void It_waits_for_the_acks_of_two_clumps_that_were_sent_after_it()
    {
        Begin(100);
        Instant end = End();
        for (int i = 1; i < 5; i++)
            Assert.That(Ack(100, sent: end - Ms(1), at: end + Ms(20 * i)), Is.Null);
        Assert.That(Ack(90, sent: end + Ms(1), at: end + Ms(100)), Is.Null);
        Assert.That(Ack(95, sent: end + Ms(2), at: end + Ms(101)), Is.EqualTo(90));
    }

    [Test]
    public void If_these_acks_are_overdue_it_ends_with_what_it_has()
    {
        Begin(100);
        Ack(130, sent: Start + Ms(10), at: Start + Ms(140));
        Instant end = End();
        Assert.That(Ack(140, sent: end - Ms(1), at: end + Overdue - Ms(2)), Is.Null);
        Assert.That(Ack(140, sent: end - Ms(1), at: end + Overdue + Ms(1)), Is.EqualTo(130));
    }

    [Test]
    public void Without_a_packet_that_was_sent_in_it_it_ends_without_a_floor()
    {
        Begin(100);
        Instant end = End();
        Assert.That(TryEnd(50, Start - Ms(1), end + Overdue + Ms(1), out Duration? floor));
        Assert.That(floor, Is.Null);
    }

    [Test]
    public void A_second_probe_starts_afresh()
    {
        The_floor_is_the_shortest_round_trip_of_the_packets_that_were_sent_in_it();
        Begin(100);
        Instant end = End();
        Ack(200, sent: end, at: end + Ms(200));
        Assert.That(Ack(210, sent: end + Ms(1), at: end + Ms(210)), Is.EqualTo(200));
    }

    private void Begin(double predicted) => _probe.Begin(Ms(60), Ms(predicted), Feedback, Start);

    /// <summary>Passes the time in which the probe sends, and returns its end.</summary>
    private Instant End()
    {
        Instant now = Start;
        for (_probe.Tick(now); _probe.IsSlowed; _probe.Tick(now))
        {
            Assert.That(now, Is.LessThan(Start + Ms(60_000)), "it never ends");
            now += Ms(1);
        }
        return now;
    }

    /// <summary>The floor in milliseconds if the probe has ended.</summary>
    private double? Ack(double roundTrip, Instant sent, Instant at) =>
        TryEnd(roundTrip, sent, at, out Duration? floor) ? floor?.Milliseconds : null;

    private bool TryEnd(double roundTrip, Instant sent, Instant at, out Duration? floor) =>
        _probe.TryEnd(new AckReport { At = at, Bytes = 1000, Packets = 1, RoundTrip = Ms(roundTrip), NewestSent = sent }, sent,
            Overdue, out floor);

    private static Duration Ms(double value) => Duration.FromMilliseconds(value);
}
