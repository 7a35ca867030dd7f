using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>A line with a round trip of 100 ms, and a queue that is drained when it exceeds 40 ms.</summary>
public sealed class QueueDrainTests
{
    private const double RoundTrip = 100, Rate = 250_000;
    private static readonly Duration Limit = Ms(40), Tolerance = Ms(8);
    private static readonly Instant Start = Instant.FromSeconds(10);

    private QueueDrain _drain;
    private LineQueueMeter _queue;

    [SetUp]
    public void KnowTheLine() => _queue.Add(Ms(RoundTrip), Duration.Zero, Duration.Zero);

    [Test]
    public void It_lasts_as_long_as_the_predicted_queue_needs([Values(20, 60, 150)] double predicted)
    {
        Begin(60, predicted);
        double drained = (1 - _drain.Pace) * Length();
        Assert.That(drained, Is.EqualTo(predicted).Within(2));
    }

    [Test]
    public void It_sends_less_the_longer_the_queue_and_never_stops_sending()
    {
        Begin(60, 20);
        double slightly = _drain.Pace;
        Begin(60, 150);
        double much = _drain.Pace;
        Begin(60, 100_000);
        Assert.That(much, Is.LessThan(slightly).And.GreaterThanOrEqualTo(_drain.Pace));
        Assert.That(slightly, Is.LessThan(0.9));
        Assert.That(_drain.Pace, Is.GreaterThan(0.2));
    }

    [Test]
    public void It_takes_at_most_two_seconds()
    {
        Begin(100_000, 100_000);
        Assert.That(Length(), Is.LessThanOrEqualTo(2000));
    }

    [Test]
    public void Afterwards_the_circuits_send_almost_what_the_line_delivers()
    {
        Begin(60, 60);
        Length();
        Assert.That(_drain.Phase, Is.EqualTo(DrainPhase.Watching));
        Assert.That(_drain.Pace, Is.InRange(0.85, 0.999));
    }

    [Test]
    public void A_queue_that_is_gone_was_the_circuits_own()
    {
        Instant end = Drained();
        Assert.That(Judge(RoundTrip + 2, end + Ms(1)), Is.EqualTo(DrainResult.Emptied));
        Assert.That(_drain.Phase, Is.EqualTo(DrainPhase.None));
    }

    [Test]
    public void A_queue_that_stays_is_not_the_circuits()
    {
        Instant end = Drained();
        Assert.That(Looks(RoundTrip + 60, end + Ms(1)), Is.EqualTo(DrainResult.Failed));
        Assert.That(_drain.Floor.Milliseconds, Is.EqualTo(RoundTrip + 60));
    }

    [Test]
    public void Two_late_acks_do_not_fail_it()
    {
        Instant end = Drained();
        Assert.That(Judge(RoundTrip + 60, end + Ms(1)), Is.EqualTo(DrainResult.Open));
        Assert.That(Judge(RoundTrip + 60, end + Ms(2)), Is.EqualTo(DrainResult.Open));
        Assert.That(Judge(RoundTrip + 5, end + Ms(3)), Is.EqualTo(DrainResult.Emptied));
    }

    [Test]
    public void A_queue_that_has_become_much_shorter_was_the_circuits_own_in_the_main()
    {
        Begin(200, 200);
        Instant end = Start + Ms(Length());
        Assert.That(Looks(RoundTrip + 50, end + Ms(1)), Is.EqualTo(DrainResult.Emptied));
    }

    [Test]
    public void A_queue_that_has_become_little_shorter_is_not_the_circuits_in_the_main()
    {
        Begin(200, 200);
        Instant end = Start + Ms(Length());
        Assert.That(Looks(RoundTrip + 140, end + Ms(1)), Is.EqualTo(DrainResult.Failed));
    }

    [Test]
    public void Packets_from_before_its_end_tell_nothing()
    {
        Instant end = Drained();
        for (int i = 0; i < 10; i++)
            Assert.That(Judge(RoundTrip + (i % 2 == 0 ? 60 : 0), end - Ms(1)), Is.EqualTo(DrainResult.Open));
    }

    [Test]
    public void While_it_drains_no_packet_decides()
    {
        Begin(60, 60);
        Assert.That(Looks(RoundTrip, Start + Ms(1000)), Is.EqualTo(DrainResult.Open));
    }

    [Test]
    public void If_no_later_packet_can_be_expected_the_last_one_decides()
    {
        Instant end = Drained();
        Assert.That((_drain.IsOverdue(end + Ms(200), Ms(200)), _drain.IsOverdue(end + Ms(201), Ms(200))), Is.EqualTo((false, true)));
        Assert.That(Looks(RoundTrip + 60, end - Ms(1), isOverdue: true), Is.EqualTo(DrainResult.Failed));
    }

    [Test]
    public void A_drain_that_is_stopped_has_no_result()
    {
        Instant end = Drained();
        _drain.Stop();
        Assert.That(_drain.Phase, Is.EqualTo(DrainPhase.None));
        Assert.That(Looks(RoundTrip + 60, end + Ms(1)), Is.EqualTo(DrainResult.Open));
    }

    [Test]
    public void It_remembers_what_it_interrupts()
    {
        _drain.Begin(Ms(60), Ms(60), Rate, endsStart: true, Start);
        Assert.That((_drain.RateBefore, _drain.EndedStart), Is.EqualTo((Rate, true)));
        Begin(60, 60);
        Assert.That(_drain.EndedStart, Is.False);
    }

    [Test]
    public void On_a_noisy_line_a_queue_that_is_gone_before_the_drain_has_an_effect_was_none()
    {
        for (int i = 0; i < 100; i++)
            _queue.Add(Ms(RoundTrip + (i % 8 < 4 ? 0 : 60)), Duration.Zero, Duration.Zero);
        Begin(60, 60);
        Assert.That(Judge(RoundTrip + 60, Start - Ms(10)), Is.EqualTo(DrainResult.Open));
        Assert.That(Judge(RoundTrip + 5, Start - Ms(5)), Is.EqualTo(DrainResult.FalseAlarm));
        Assert.That(_drain.Phase, Is.EqualTo(DrainPhase.None));
    }

    [Test]
    public void On_a_quiet_line_it_goes_on()
    {
        Begin(60, 60);
        Assert.That(Judge(RoundTrip + 5, Start - Ms(5)), Is.EqualTo(DrainResult.Open));
    }

    private void Begin(double queueing, double predicted) => _drain.Begin(Ms(queueing), Ms(predicted), Rate, endsStart: false, Start);

    /// <summary>A drain of 60 ms that has ended. Returns when.</summary>
    private Instant Drained()
    {
        Begin(60, 60);
        return Start + Ms(Length());
    }

    /// <summary>Passes the drain, and returns how long it lasted in milliseconds.</summary>
    private double Length()
    {
        double length = 0;
        for (; _drain.Phase == DrainPhase.Draining; length++)
        {
            Assert.That(length, Is.LessThan(10_000), "it never ends");
            _drain.Tick(Start + Ms(length));
        }
        return length - 1;
    }

    private DrainResult Judge(double roundTrip, Instant newestSent, bool isOverdue = false)
    {
        _queue.Add(Ms(roundTrip), Duration.Zero, Duration.Zero);
        return _drain.Judge(_queue, newestSent, Limit, Tolerance, isOverdue);
    }

    /// <summary>The result of five equal samples.</summary>
    private DrainResult Looks(double roundTrip, Instant newestSent, bool isOverdue = false)
    {
        DrainResult result = DrainResult.Open;
        for (int i = 0; i < 5 && result == DrainResult.Open; i++)
            result = Judge(roundTrip, newestSent, isOverdue);
        return result;
    }

    private static Duration Ms(double value) => Duration.FromMilliseconds(value);
}
