using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Feedback;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Tests.Voice.Mixing.Monitoring;

/// <summary>Packets of 196 bytes every 20 ms on a path of 70 ms each way. The receiver's clock is a day ahead.</summary>
public sealed class PathMonitorTests
{
    private static readonly Duration Interval = Duration.FromMilliseconds(20), Way = Duration.FromMilliseconds(70),
        ClockAhead = Duration.FromSeconds(86_400);
    private static readonly Instant Start = Instant.FromSeconds(5);

    private PathMonitor _monitor = new(new MonitorOptions(LossUnit.Bytes, LossDetection.LaterPackets, 1460, IsSteady: true));

    [Test]
    public void The_round_trip_is_without_the_time_that_the_receiver_held_the_news()
    {
        Send(10);
        Report(held: 35, 0);
        Assert.That(_monitor.RoundTrip.Milliseconds, Is.EqualTo(140).Within(1e-6));
        Report(held: 1, 1, 2);
        Assert.That(_monitor.RoundTrip.Milliseconds, Is.EqualTo(140).Within(1e-6));
        Assert.That(_monitor.Queueing, Is.EqualTo(Duration.Zero));
    }

    [Test]
    public void A_packet_is_acknowledged_once()
    {
        Send(10);
        Assert.That(Report(held: 0, 3, 4), Is.True);
        Assert.That(Report(held: 50, 3, 4), Is.False, "a repetition");
        Assert.That(Report(held: 50, 4, 5), Is.True);
        Assert.That(Read().Acked, Is.EqualTo(3));
        Assert.That(Read().Acked, Is.Zero, "since the last reading");
    }

    [Test]
    public void Three_later_packets_make_a_loss()
    {
        Send(20);
        Report(held: 0, 0, 2, 3);
        Assert.That(Read().IsNewLossEvent, Is.False);
        Report(held: 0, 4);
        Assert.That(Read().IsNewLossEvent, Is.True);
        Assert.That(Read().IsNewLossEvent, Is.False, "once");
        Assert.That(_monitor.Losses.Events, Is.EqualTo(1));
        Report(held: 0, 1);
        Assert.That(_monitor.Losses.Events, Is.EqualTo(1), "it has arrived after all");
    }

    [TestCase(25, 0, ExpectedResult = false, TestName = "Losses_without_a_queue_are_no_congestion")]
    [TestCase(25, 40, ExpectedResult = true, TestName = "Losses_behind_a_queue_are_congestion")]
    [TestCase(12, 0, ExpectedResult = true, TestName = "More_than_5_percent_are_congestion_even_without_a_queue")]
    public bool Losses_are_congestion(int every, double queueMs)
    {
        for (uint number = 0; number < 600; number++)
        {
            _monitor.Sent(number, 196, SentAt(number));
            if (number < 200 || number % every != 0)
                Arrive(number, number < 200 ? Duration.Zero : Duration.FromMilliseconds(queueMs));
        }
        return _monitor.Losses.Events > 1;
    }

    [Test]
    public void Four_lost_reports_in_a_row_are_no_loss_of_packets()
    {
        _monitor = new PathMonitor(new MonitorOptions(LossUnit.Bytes, LossDetection.LaterPackets, 1460, IsSteady: false));
        Send(100);
        ReportFrom(0, 0, 30);
        ReportFrom(40, 40, 50);
        Assert.That((_monitor.Losses.Events, Read().LossShare), Is.EqualTo((0, 0.0)), "30 to 39 may have been in reports that were lost");
        ReportFrom(45, 52, 60);
        Assert.That(_monitor.Losses.Events, Is.EqualTo(1), "50 and 51 are missing in a report that covers them");
    }

    [Test]
    public void Packets_that_two_others_have_overtaken_are_not_lost()
    {
        Send(12);
        foreach (uint number in new uint[] { 2, 1, 0, 5, 4, 3, 8, 7, 6, 11, 10, 9 })
            Report(held: 0, number);
        Assert.That(_monitor.Losses.Events, Is.Zero);
    }

    [Test]
    public void A_path_that_holds_packets_back_has_no_loss_events()
    {
        Send(400);
        for (uint number = 0; number < 384; number += 8)
        {
            foreach (uint late in new uint[] { 1, 2, 3, 4, 0, 5, 6, 7 })
                Report(held: 0, number + late);
            Assert.That(_monitor.Losses.Events, Is.Zero, $"{number}");
        }
    }

    [Test]
    public void A_path_that_holds_packets_back_still_shows_its_losses()
    {
        Send(400);
        foreach (uint number in new uint[] { 1, 2, 3, 4, 0, 5, 6, 7 })
            Report(held: 0, number);
        for (uint number = 100; number < 104; number++)
            Report(held: 0, number);
        Assert.That(_monitor.Losses.Events, Is.GreaterThan(1), "8 to 99 are missing");
    }

    [Test]
    public void With_the_timer_only_time_makes_a_loss()
    {
        _monitor = new PathMonitor(new MonitorOptions(LossUnit.Bytes, LossDetection.Timer, 1460, IsSteady: false));
        Send(20);
        Report(held: 0, 0, 2, 3, 4, 5, 6);
        Assert.That(_monitor.Losses.Events, Is.Zero);
        _monitor.Tick(Start + RetransmissionTimeout.Initial);
        Assert.That(_monitor.Losses.Events, Is.Zero, "it was sent 20 ms after the start");
        _monitor.Tick(Start + RetransmissionTimeout.Initial + Interval);
        Assert.That(_monitor.Losses.Events, Is.EqualTo(1));
    }

    [Test]
    public void Before_the_first_report_there_are_no_loss_events_and_no_rate()
    {
        Send(10);
        _monitor.Tick(Start + Duration.FromSeconds(60));
        Assert.That((_monitor.FairRate, _monitor.Losses.Events, _monitor.RoundTrip), Is.EqualTo((DataRate.MaxValue, 0L, Duration.Zero)));
    }

    [Test]
    public void The_receiver_cannot_have_held_news_before_it_began()
    {
        Send(10);
        Assert.That(ReportHeld(Duration.FromMilliseconds(-1), 0), Is.False);
        Assert.That(ReportHeld(new Duration(long.MinValue), 1), Is.False);
        Assert.That(Read().Acked, Is.Zero);
        Assert.That(Report(held: 0, 0), Is.True, "the packet still is in flight");
    }

    [Test]
    public void News_held_for_longer_than_the_flight_acknowledge_and_measure_nothing()
    {
        Send(10);
        Report(held: 0, 0);
        Assert.That(ReportHeld(Duration.FromSeconds(5), 1), Is.True);
        Assert.That(ReportHeld(Duration.MaxValue, 2), Is.True);
        Assert.That(_monitor.RoundTrip.Milliseconds, Is.EqualTo(140).Within(1e-6));
        Assert.That(_monitor.Queueing, Is.EqualTo(Duration.Zero));
        Assert.That(Read().Acked, Is.EqualTo(3));
    }

    [Test]
    public void A_path_without_delay_is_measured([Values] LossDetection detection)
    {
        _monitor = new PathMonitor(new MonitorOptions(LossUnit.Bytes, detection, 1460, IsSteady: true));
        for (uint number = 0; number < 100; number++)
        {
            Instant now = SentAt(number);
            _monitor.Sent(number, 196, now);
            _monitor.Received(new ArrivalReport(now + ClockAhead, [new PacketArrival(number, Duration.Zero)]), now);
            _monitor.Tick(now);
        }
        PathReading reading = Read();
        Assert.That(reading.RoundTrip, Is.GreaterThan(Duration.Zero));
        Assert.That(reading.Delivered.KilobitsPerSecond, Is.EqualTo(78.4).Within(20).Percent);
        Assert.That(reading.LossShare, Is.Zero);
    }

    [Test]
    public void Packets_that_come_after_all_are_no_part_of_the_share_of_losses()
    {
        Send(100);
        for (uint number = 0; number < 96; number += 8)
        {
            foreach (uint late in new uint[] { 4, 5, 6, 7, 0, 1, 2, 3 })
                Report(held: 0, number + late);
        }
        Assert.That(_monitor.Losses.Events, Is.Positive, "they count as lost when three later ones have arrived");
        Assert.That(Read().LossShare, Is.Zero);
    }

    [Test]
    public void Packets_that_were_never_sent_are_not_acknowledged([Values(10u, 11u, 100_000u, uint.MaxValue, 0x8000_0000u)] uint number)
    {
        Send(10);
        Report(held: 0, 0);
        PathReading before = Read();
        Assert.That(Report(held: 0, number), Is.False);
        Assert.That(Read(), Is.EqualTo(before with { Acked = 0 }));
        Assert.That(_monitor.Losses.Events, Is.Zero);
    }

    [Test]
    public void Late_packets_are_forgotten()
    {
        Send(10);
        _monitor.Tick(Start + Duration.FromSeconds(30));
        Assert.That(Report(held: 0, 5), Is.False);
    }

    [Test]
    public void The_share_of_losses_is_that_of_packets()
    {
        Send(100);
        for (uint number = 0; number < 100; number++)
        {
            if (number % 4 != 1)
                Report(held: 0, number);
        }
        Assert.That(Read().LossShare, Is.EqualTo(0.25).Within(0.01));
    }

    /// <summary>
    /// A report that covers numbers from <paramref name="covered"/> on: those from <paramref name="first"/> on have arrived.
    /// </summary>
    private void ReportFrom(uint covered, uint first, uint end)
    {
        Instant now = SentAt(end) + Way + Way;
        PacketArrival[] arrivals = [.. Enumerable.Range((int)first, (int)(end - first)).Select(number =>
            new PacketArrival((uint)number, SentAt(end) - SentAt((uint)number)))];
        _monitor.Received(new ArrivalReport(SentAt(end) + Way + ClockAhead, arrivals, covered), now);
    }

    private void Arrive(uint number, Duration queue)
    {
        Instant arrived = SentAt(number) + Way + queue;
        _monitor.Received(new ArrivalReport(arrived + ClockAhead, [new PacketArrival(number, Duration.Zero)], first: 0), arrived + Way);
    }

    private void Send(uint packets)
    {
        for (uint number = 0; number < packets; number++)
            _monitor.Sent(number, 196, SentAt(number));
    }

    private static Instant SentAt(uint number) => Start + Interval * (number < 10_000 ? number : 0);

    private bool Report(double held, params uint[] numbers) => ReportHeld(Duration.FromMilliseconds(held), numbers);

    /// <summary>Reports packets together, so long after the first of them has arrived; the others are held for less.</summary>
    private bool ReportHeld(Duration held, params uint[] numbers)
    {
        Instant now = SentAt(numbers[0]) + Way + Way + (held > Duration.FromSeconds(1) ? Duration.Zero : Duration.Max(held, Duration.Zero));
        bool isAcked = false;
        foreach (uint number in numbers)
        {
            Duration later = SentAt(number) - SentAt(numbers[0]);
            PacketArrival[] arrivals = [new PacketArrival(number, held)];
            isAcked |= _monitor.Received(new ArrivalReport(now + later - Way + ClockAhead, arrivals, first: 0), now + later);
        }
        return isAcked;
    }

    private PathReading Read() => _monitor.Read(wanted: 8, isInUse: true, Start + Duration.FromSeconds(2));
}
