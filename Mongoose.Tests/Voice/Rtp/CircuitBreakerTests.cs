using Mongoose.Core.Units;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Rtp;

/// <summary>Packets of 200 IP bytes every 20 ms (80 kbit/s) and a report every second, unless a test says otherwise.</summary>
public sealed class CircuitBreakerTests
{
    private const int Bytes = 200;

    private static readonly Duration Interval = Duration.FromSeconds(1), Short = Duration.FromMilliseconds(100);

    private static Instant At(double seconds) => Instant.FromSeconds(seconds);

    private static CircuitBreaker Breaker() => new(Interval, At(0));

    private static void Send(CircuitBreaker breaker, double from, double to)
    {
        for (int ms = (int)(from * 1000); ms < (int)(to * 1000); ms += 20)
        {
            breaker.Sent(Bytes);
            breaker.Tick(Instant.FromMilliseconds(ms));
        }
    }

    /// <summary>Sends for seconds with a report at the end of each; returns the second in which the breaker opened, or 0.</summary>
    private static int Run(CircuitBreaker breaker, int seconds, Func<int, (int Highest, int Fraction)> report, Duration? roundTrip,
        int begin = 0)
    {
        for (int second = begin + 1; second <= begin + seconds; second++)
        {
            Send(breaker, second - 1, second);
            (int highest, int fraction) = report(second);
            breaker.Received(new ReportBlock(1, (byte)fraction, 0, (uint)highest, 0, 0, 0), roundTrip, At(second));
            if (breaker.Cause != BreakerCause.None)
                return second;
        }
        return 0;
    }

    [Test]
    public void Without_loss_it_stays_closed() => Assert.That(Run(Breaker(), 100, second => (second * 50, 0), Short), Is.Zero);

    [Test]
    public void A_peer_that_never_reports_never_opens_it()
    {
        CircuitBreaker breaker = Breaker();
        Send(breaker, 0, 100);
        Assert.That(breaker.Cause, Is.EqualTo(BreakerCause.None));
    }

    [Test]
    public void It_opens_when_reports_have_stopped_for_three_intervals()
    {
        CircuitBreaker breaker = Breaker();
        Run(breaker, 2, second => (second * 50, 0), Short);
        Send(breaker, 2, 5.02);
        Assert.That(breaker.Cause, Is.EqualTo(BreakerCause.None));
        Send(breaker, 5.02, 5.06);
        Assert.That(breaker.Cause, Is.EqualTo(BreakerCause.ReportTimeout));
    }

    [Test]
    public void A_pause_of_the_sender_is_no_silence_of_the_peer()
    {
        CircuitBreaker breaker = Breaker();
        Run(breaker, 2, second => (second * 50, 0), Short);
        for (int second = 3; second < 20; second++)
            breaker.Tick(At(second));
        Send(breaker, 20, 22.9);
        Assert.That(breaker.Cause, Is.EqualTo(BreakerCause.None));
        Send(breaker, 22.9, 23.1);
        Assert.That(breaker.Cause, Is.EqualTo(BreakerCause.ReportTimeout));
    }

    [Test]
    public void It_opens_when_five_reports_in_a_row_say_that_nothing_arrives()
    {
        CircuitBreaker breaker = Breaker();
        Assert.That(Run(breaker, 20, second => (Math.Min(second, 3) * 50, 0), Short), Is.EqualTo(8));
        Assert.That(breaker.Cause, Is.EqualTo(BreakerCause.MediaTimeout));
    }

    [Test]
    public void Reports_without_a_block_for_the_stream_say_that_nothing_arrives()
    {
        CircuitBreaker breaker = Breaker();
        Assert.That(Run(breaker, 20, _ => (0, 0), Short), Is.EqualTo(6));
        Assert.That(breaker.Cause, Is.EqualTo(BreakerCause.MediaTimeout));
    }

    [Test]
    public void An_increase_after_four_such_reports_begins_the_count_again() =>
        Assert.That(Run(Breaker(), 100, second => ((second + 4) / 5, 0), Short), Is.Zero);

    [Test]
    public void Reports_while_nothing_is_sent_do_not_count()
    {
        CircuitBreaker breaker = Breaker();
        for (int second = 1; second < 100; second++)
            breaker.Received(new ReportBlock(1, 0, 0, 50, 0, 0, 0), Short, At(second));
        Assert.That(breaker.Cause, Is.EqualTo(BreakerCause.None));
    }

    [Test]
    public void A_peer_cannot_open_it_by_many_reports_at_once()
    {
        CircuitBreaker breaker = Breaker();
        for (int i = 0; i < 1000; i++)
        {
            breaker.Sent(Bytes);
            breaker.Received(new ReportBlock(1, 255, 0, 50, 0, 0, 0), Short, Instant.FromMilliseconds(i));
        }
        Assert.That(breaker.Cause, Is.EqualTo(BreakerCause.None));
    }

    /// <summary>
    /// A TCP with packets of 200 bytes has s / (R sqrt(2p/3)); ten times that is 80 kbit/s at R = 1 s and p = 0.06, and at R = 0.5 s and p
    /// = 0.24.
    /// </summary>
    [TestCase(1.0, 14, 0)]
    [TestCase(1.0, 17, 10)]
    [TestCase(0.5, 58, 0)]
    [TestCase(0.5, 64, 5)]
    [TestCase(0.1, 120, 0)]
    public void It_opens_when_the_rate_is_ten_times_that_of_a_TCP(double roundTrip, int fraction, int second)
    {
        CircuitBreaker breaker = Breaker();
        Assert.That(Run(breaker, 30, i => (i * 50, fraction), Duration.FromSeconds(roundTrip)), Is.EqualTo(second));
        Assert.That(breaker.Cause, Is.EqualTo(second == 0 ? BreakerCause.None : BreakerCause.Congestion));
    }

    [Test]
    public void One_bad_report_does_not_open_it() =>
        Assert.That(Run(Breaker(), 30, second => (second * 50, second == 15 ? 100 : 0), Interval), Is.Zero);

    [Test]
    public void Without_a_round_trip_there_is_no_congestion() =>
        Assert.That(Run(Breaker(), 30, second => (second * 50, 100), null), Is.Zero);

    [Test]
    public void It_opens_when_more_than_half_of_the_packets_are_lost()
    {
        CircuitBreaker breaker = Breaker();
        Assert.That(Run(breaker, 30, second => (second * 50, 140), Short), Is.EqualTo(3));
        Assert.That(breaker.Cause, Is.EqualTo(BreakerCause.Unusable));
    }

    [Test]
    public void It_stays_open_until_it_is_reset_and_then_opens_anew()
    {
        CircuitBreaker breaker = Breaker();
        Run(breaker, 30, second => (second * 50, 140), Short);
        breaker.Received(new ReportBlock(1, 0, 0, 200, 0, 0, 0), Short, At(4));
        Assert.That(breaker.Cause, Is.EqualTo(BreakerCause.Unusable));
        breaker.Reset(At(10));
        Assert.That(breaker.Cause, Is.EqualTo(BreakerCause.None));
        Assert.That(Run(breaker, 30, second => (second * 50, 140), Short, 10), Is.EqualTo(13));
    }

    [Test]
    public void After_a_reset_a_silent_peer_opens_it_again()
    {
        CircuitBreaker breaker = Breaker();
        Run(breaker, 2, second => (second * 50, 0), Short);
        Send(breaker, 2, 6);
        breaker.Reset(At(10));
        Send(breaker, 10, 12.9);
        Assert.That(breaker.Cause, Is.EqualTo(BreakerCause.None));
        Send(breaker, 12.9, 13.1);
        Assert.That(breaker.Cause, Is.EqualTo(BreakerCause.ReportTimeout));
    }

    [Test]
    public void Any_round_trip_and_interval_are_survived()
    {
        foreach (Duration interval in new[] { Duration.Zero, new Duration(-5), Duration.FromMilliseconds(1), Interval,
            Duration.FromSeconds(1e6), Duration.MaxValue })
            foreach (Duration roundTrip in new[] { Duration.Zero, new Duration(long.MinValue), new Duration(1), Duration.MaxValue })
            {
                CircuitBreaker breaker = new(interval, At(0));
                Assert.That(() => Run(breaker, 20, second => (second, 200), roundTrip), Throws.Nothing);
            }
    }

    [Test]
    public void Nothing_is_allocated()
    {
        CircuitBreaker breaker = Breaker();
        int second = 0;
        Assert.That(Allocation.FewestBytes(() =>
        {
            for (int i = 0; i < 1000; i++)
            {
                second++;
                breaker.Sent(Bytes);
                breaker.Tick(At(second));
                breaker.Received(new ReportBlock(1, 1, 0, (uint)second, 0, 0, 0), Interval, At(second));
            }
        }), Is.Zero);
    }
}
