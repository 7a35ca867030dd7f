using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Feedback;

namespace Mongoose.Tests.Voice.Mixing.Feedback;

public sealed class ArrivalLogTests
{
    private readonly record struct Reported(uint Number, double HeldMs);

    private static Instant Ms(double value) => Instant.FromMilliseconds(value);

    private static ArrivalLog Log(double intervalMs = 50, double repeatMs = 200) =>
        new(new ReportTiming(Duration.FromMilliseconds(intervalMs), Duration.FromMilliseconds(repeatMs)));

    private static Reported[] Take(ArrivalLog log, double ms) =>
        log.Take(Ms(ms)).Arrivals.ToArray().Select(arrival => new Reported(arrival.Number, arrival.Held.Milliseconds))
        .OrderBy(arrival => arrival.Number).ToArray();

    private static uint[] Numbers(ArrivalLog log, double ms) => Take(log, ms).Select(arrival => arrival.Number).ToArray();

    [Test]
    public void Without_arrivals_no_report_is_due()
    {
        ArrivalLog log = Log();
        Assert.That(log.NextReport, Is.EqualTo(Instant.Never));
        Assert.That(Take(log, 0), Is.Empty);
        Assert.That(log.NextReport, Is.EqualTo(Instant.Never));
    }

    [Test]
    public void A_report_is_due_an_interval_after_the_first_arrival_and_says_how_long_each_was_held()
    {
        ArrivalLog log = Log();
        log.Arrived(7, Ms(1000));
        log.Arrived(8, Ms(1020));
        Assert.That(log.NextReport, Is.EqualTo(Ms(1050)));
        Assert.That(Take(log, 1050), Is.EqualTo(new Reported[] { new(7, 50), new(8, 30) }));
    }

    [Test]
    public void A_report_has_the_time_at_which_it_is_made()
    {
        ArrivalLog log = Log();
        log.Arrived(7, Ms(1000));
        Assert.That(log.Take(Ms(1050)).At, Is.EqualTo(Ms(1050)));
    }

    [Test]
    public void While_packets_arrive_a_report_is_due_every_interval()
    {
        ArrivalLog log = Log();
        log.Arrived(1, Ms(0));
        Take(log, 50);
        log.Arrived(2, Ms(60));
        Assert.That(log.NextReport, Is.EqualTo(Ms(100)));
    }

    [Test]
    public void If_nothing_is_repeated_a_report_is_due_an_interval_after_the_next_arrival()
    {
        ArrivalLog log = Log(50, 0);
        log.Arrived(1, Ms(0));
        Take(log, 50);
        Assert.That(log.NextReport, Is.EqualTo(Instant.Never));
        log.Arrived(2, Ms(60));
        Assert.That(log.NextReport, Is.EqualTo(Ms(110)));
    }

    [Test]
    public void With_interval_zero_a_report_is_due_at_each_arrival_and_has_that_arrival_alone()
    {
        ArrivalLog log = new(ReportTiming.EveryPacket);
        for (uint number = 1; number <= 3; number++)
        {
            log.Arrived(number, Ms(5 * number));
            Assert.That(log.NextReport, Is.EqualTo(Ms(5 * number)));
            Assert.That(Take(log, 5 * number), Is.EqualTo(new Reported[] { new(number, 0) }));
            Assert.That(log.NextReport, Is.EqualTo(Instant.Never));
        }
    }

    [Test]
    public void An_arrival_is_repeated_until_it_is_as_old_as_Repeat()
    {
        ArrivalLog log = Log();
        log.Arrived(1, Ms(0));
        log.Arrived(2, Ms(40));
        Assert.That(Numbers(log, 50), Is.EqualTo(new uint[] { 1, 2 }));
        Assert.That(Numbers(log, 199), Is.EqualTo(new uint[] { 1, 2 }));
        Assert.That(Numbers(log, 200), Is.EqualTo(new uint[] { 2 }));
        Assert.That(Numbers(log, 240), Is.Empty);
    }

    [Test]
    public void The_arrival_before_missing_numbers_is_repeated_with_the_one_after_them()
    {
        ArrivalLog log = Log();
        foreach (uint number in new uint[] { 1, 2, 3 })
            log.Arrived(number, Ms(20 * number));
        Take(log, 110);
        log.Arrived(30, Ms(600));
        Assert.That(Take(log, 650), Is.EqualTo(new Reported[] { new(3, 590), new(30, 50) }), "so 4 to 29 have not arrived");
        log.Arrived(31, Ms(620));
        Assert.That(Numbers(log, 810), Is.EqualTo(new uint[] { 31 }));
        log.Arrived(10_000, Ms(820));
        Assert.That(Numbers(log, 850), Is.EqualTo(new uint[] { 10_000 }), "the sender has restarted");
    }

    [Test]
    public void Reports_continue_after_the_last_arrival_until_it_has_been_repeated()
    {
        ArrivalLog log = Log();
        log.Arrived(1, Ms(0));
        List<double> times = [];
        for (int i = 0; i < 10 && log.NextReport < Instant.Never; i++)
        {
            times.Add(log.NextReport.Milliseconds);
            Assert.That(Numbers(log, log.NextReport.Milliseconds), Is.EqualTo(new uint[] { 1 }));
        }
        Assert.That(times, Is.EqualTo(new double[] { 50, 100, 150 }));
    }

    [Test]
    public void Reports_that_only_repeat_keep_their_distance_even_with_interval_zero()
    {
        ArrivalLog log = Log(0, 25);
        log.Arrived(1, Ms(0));
        Take(log, 0);
        Assert.That(log.NextReport, Is.EqualTo(Ms(10)));
        Take(log, 10);
        Assert.That(log.NextReport, Is.EqualTo(Ms(20)));
        Take(log, 20);
        Assert.That(log.NextReport, Is.EqualTo(Instant.Never));
    }

    [Test]
    public void An_arrival_that_no_report_contained_is_reported_however_old_it_is()
    {
        ArrivalLog log = Log(50, 0);
        log.Arrived(1, Ms(0));
        Assert.That(Take(log, 60_000), Is.EqualTo(new Reported[] { new(1, 60_000) }));
        Assert.That(Take(log, 60_000), Is.Empty);
    }

    [Test]
    public void With_an_interval_above_the_duplicate_time_every_arrival_is_still_reported()
    {
        ArrivalLog log = Log(5000, 0);
        log.Arrived(1, Ms(0));
        log.Arrived(2, Ms(3000));
        Assert.That(Numbers(log, 5000), Is.EqualTo(new uint[] { 1, 2 }));
    }

    [TestCase(10u, 12u)]
    [TestCase(uint.MaxValue, 1u)] // 0 is missing
    [TestCase(uint.MaxValue - 1, 0u)]
    [TestCase(10u, 100_000u)]
    public void A_gap_makes_a_report_due_at_once(uint before, uint after)
    {
        ArrivalLog log = Log();
        log.Arrived(before, Ms(0));
        log.Arrived(after, Ms(20));
        Assert.That(log.NextReport, Is.EqualTo(Ms(20)));
    }

    [TestCase(10u, 11u)]
    [TestCase(uint.MaxValue, 0u)]
    [TestCase(10u, 5u)] // late
    [TestCase(0u, uint.MaxValue)]
    public void Without_a_gap_a_report_is_due_at_its_time(uint before, uint after)
    {
        ArrivalLog log = Log();
        log.Arrived(before, Ms(0));
        log.Arrived(after, Ms(20));
        Assert.That(log.NextReport, Is.EqualTo(Ms(50)));
    }

    [Test]
    public void A_lossy_path_does_not_cause_a_report_per_packet()
    {
        ArrivalLog log = Log();
        int reports = 0;
        for (int ms = 0; ms < 1000; ms++) // a packet per ms, every second one is lost
        {
            log.Arrived((uint)(2 * ms), Ms(ms));
            if (log.NextReport > Ms(ms))
                continue;
            reports++;
            Take(log, ms);
        }
        Assert.That(reports, Is.InRange(90, 100), "one in 10 ms");
    }

    [Test]
    public void A_packet_that_fills_a_gap_is_logged()
    {
        ArrivalLog log = Log();
        foreach (uint number in new uint[] { 1, 3, 2 })
            log.Arrived(number, Ms(number));
        Assert.That(Numbers(log, 10), Is.EqualTo(new uint[] { 1, 2, 3 }));
    }

    [Test]
    public void A_duplicate_is_not_logged_again()
    {
        ArrivalLog log = Log();
        log.Arrived(1, Ms(0));
        Take(log, 300);
        Assert.That(log.NextReport, Is.EqualTo(Instant.Never));
        log.Arrived(1, Ms(301));
        Assert.That(log.NextReport, Is.EqualTo(Instant.Never));
        Assert.That(Numbers(log, 302), Is.Empty);
    }

    [Test]
    public void A_number_is_new_again_when_the_duplicate_time_has_passed()
    {
        ArrivalLog log = Log();
        log.Arrived(1, Ms(0));
        Take(log, 50);
        log.Arrived(1, Ms(2000));
        Assert.That(Take(log, 2050), Is.EqualTo(new Reported[] { new(1, 50) }));
    }

    [TestCase(0u)]
    [TestCase(5_000_000u)]
    [TestCase(3_000_000_000u)]
    public void A_sender_that_restarts_with_other_numbers_is_logged_and_its_gaps_are_noticed(uint restart)
    {
        ArrivalLog log = Log();
        for (uint i = 0; i < 100; i++)
            log.Arrived(1_000_000 + i, Ms(i));
        Take(log, 100);
        log.Arrived(restart, Ms(400));
        Assert.That(Numbers(log, 450), Is.EqualTo(new[] { restart }));
        log.Arrived(restart + 1, Ms(480));
        Assert.That(log.NextReport, Is.EqualTo(Ms(500)), "no gap");
        log.Arrived(restart + 3, Ms(481));
        Assert.That(log.NextReport, Is.EqualTo(Ms(481)), "a gap");
    }

    [Test]
    public void A_report_is_due_at_once_while_the_next_could_still_contain_the_arrivals_twice()
    {
        ArrivalLog log = Log();
        for (uint i = 0; i < ArrivalLog.MaxArrivals / 2; i++)
        {
            Assert.That(log.NextReport, Is.Not.EqualTo(Ms(1)));
            log.Arrived(i, Ms(1));
        }
        Assert.That(log.NextReport, Is.EqualTo(Ms(1)));
    }

    [Test]
    public void A_report_has_at_most_the_latest_MaxArrivals()
    {
        ArrivalLog log = Log();
        for (uint i = 0; i < 1000; i++)
            log.Arrived(i, Ms(0));
        Assert.That(Numbers(log, 1), Is.EqualTo(Enumerable.Range(1000 - ArrivalLog.MaxArrivals, ArrivalLog.MaxArrivals)));
    }

    [Test]
    public void A_clock_that_steps_back_gives_no_negative_time()
    {
        ArrivalLog log = Log();
        log.Arrived(1, Ms(1000));
        Assert.That(Take(log, 900), Is.EqualTo(new Reported[] { new(1, 0) }));
    }

    [Test]
    public void Negative_times_count_as_zero()
    {
        ArrivalLog log = Log(-50, -200);
        log.Arrived(1, Ms(0));
        Assert.That(log.NextReport, Is.EqualTo(Ms(0)));
        Assert.That(Numbers(log, 0), Has.Length.EqualTo(1));
        Assert.That(Take(log, 0), Is.Empty);
    }

    [Test]
    public void It_allocates_nothing()
    {
        ArrivalLog log = Log();
        uint number = 0;
        int reported = 0;
        long bytes = Allocation.FewestBytes(() =>
        {
            for (int i = 0; i < 10_000; i++)
            {
                Instant now = Ms(2.5 * number);
                log.Arrived(number, now);
                number += number % 50 == 0 ? 2u : 1u;
                if (now >= log.NextReport)
                    reported += log.Take(now).Arrivals.Length;
            }
        });
        Assert.That(bytes, Is.Zero);
        Assert.That(reported, Is.GreaterThan(10_000));
    }
}
