using Mongoose.Core.Loss;
using Mongoose.Core.Paths;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Mixing.Monitoring;

public sealed class LossHistoryTests
{
    private const int Segment = 1460, FullPacket = 1500;
    private const double Rfc3448DiscountFloor = 0.5;
    private static readonly Duration RoundTrip = Duration.FromMilliseconds(140), Interval = Duration.FromMilliseconds(20);

    /// <summary>A TCP gets it if 1 in 100 full packets is lost.</summary>
    private static readonly DataRate OneInHundred = TcpEquations.Padhye(Segment, RoundTrip, 0.01);

    // Nine losses, each 100 packets after the previous one, and then this number of packets up to the last arrival.
    [TestCase(50, Rfc3448DiscountFloor, 100)]
    [TestCase(600, LossIntervals.NoDiscounting, 183.333333)]
    [TestCase(600, Rfc3448DiscountFloor, 242.857143)]
    [TestCase(600, LossIntervals.Rfc5348DiscountFloor, 287.5)]
    [TestCase(1000, Rfc3448DiscountFloor, 357.142857)]
    [TestCase(1000, LossIntervals.Rfc5348DiscountFloor, 500)]
    [TestCase(199, Rfc3448DiscountFloor, 116.5)]
    [TestCase(201, Rfc3448DiscountFloor, 116.903414)]
    public void Intervals_of_bytes_and_of_packets_have_the_same_known_answers_for_full_packets(int open, double floor, double mean)
    {
        foreach (LossUnit unit in Enum.GetValues<LossUnit>())
        {
            LossHistory history = new(unit, Segment, floor);
            for (uint number = 0; number <= 800; number += 100)
                Assert.That(Lose(history, number, FullPacket), Is.True);
            history.Arrived(PacketOf(800 + (uint)open - 1, FullPacket));
            Assert.That(history.Events, Is.EqualTo(9));
            Assert.That(1 / history.LossEventRate, Is.EqualTo(mean).Within(1e-6), $"{unit}");
        }
    }

    [Test]
    public void Small_packets_count_as_the_part_of_a_full_one_that_they_are()
    {
        LossHistory bytes = new(LossUnit.Bytes, Segment, 1), packets = new(LossUnit.OwnPackets, Segment, 1);
        for (uint number = 0; number <= 900; number += 100)
        {
            Lose(bytes, number, 150);
            Lose(packets, number, 150);
        }
        Assert.That(bytes.LossEventRate, Is.EqualTo(0.1).Within(1e-9), "150 of 1500 bytes, 100 packets");
        Assert.That(packets.LossEventRate, Is.EqualTo(0.01).Within(1e-9));
    }

    [Test]
    public void Before_the_first_loss_nothing_limits_the_rate()
    {
        LossHistory history = new(LossUnit.Bytes, Segment, 1);
        history.Arrived(PacketOf(5, FullPacket));
        Assert.That((history.LossEventRate, history.FairRate(RoundTrip), history.Events), Is.EqualTo((0.0, DataRate.MaxValue, 0L)));
    }

    [Test]
    public void The_first_interval_gives_the_rate_at_which_packets_arrived([Values] LossUnit unit, [Values(80, 300, 600)] double kilobits)
    {
        LossHistory history = new(unit, Segment, 1);
        Lose(history, 7, 196, DataRate.FromKilobitsPerSecond(kilobits));
        Assert.That(history.FairRate(RoundTrip).KilobitsPerSecond, Is.EqualTo(kilobits).Within(0.1).Percent, "RFC 5348 section 6.3.1");
    }

    [Test]
    public void The_first_interval_gives_half_a_segment_per_round_trip_at_least()
    {
        LossHistory history = new(LossUnit.Bytes, Segment, 1);
        Lose(history, 7, 196, DataRate.Zero);
        Assert.That(history.FairRate(RoundTrip).BytesPerSecond, Is.EqualTo(Segment / 2 / RoundTrip.Seconds).Within(0.1).Percent);
    }

    [Test]
    public void Losses_within_the_time_of_an_event_are_one()
    {
        // Packets are 20 ms apart, so that the seventh after the first loss was sent 140 ms later.
        LossHistory history = new(LossUnit.OwnPackets, Segment, 1);
        bool[] begins = [.. new uint[] { 100, 101, 107, 108, 115, 116 }.Select(number => Lose(history, number, 196))];
        Assert.That(begins, Is.EqualTo(new[] { true, false, false, true, false, true }));
        Assert.That(history.Events, Is.EqualTo(3));
    }

    [Test]
    public void Beginning_anew_forgets_the_intervals_and_not_the_count()
    {
        LossHistory history = new(LossUnit.Bytes, Segment, 1);
        for (uint number = 0; number <= 100; number += 10)
            Lose(history, number, 196);
        history.Arrived(PacketOf(110, 196));
        Assert.That(history.FairRate(RoundTrip).KilobitsPerSecond, Is.LessThan(20));
        history.Restart(DataRate.FromKilobitsPerSecond(78.4), RoundTrip);
        Assert.That(history.FairRate(RoundTrip).KilobitsPerSecond, Is.EqualTo(78.4).Within(0.1).Percent);
        Assert.That(history.Events, Is.EqualTo(11));
        Assert.That(Lose(history, 120, 196), Is.True, "the next loss is an event");
        Assert.That(history.FairRate(RoundTrip).KilobitsPerSecond, Is.LessThan(78), "it closes the interval that has begun");
    }

    [Test]
    public void A_loss_of_others_is_an_event_at_the_last_arrival()
    {
        LossHistory history = new(LossUnit.OwnPackets, Segment, 1);
        for (uint number = 0; number <= 800; number += 100)
            Lose(history, number, FullPacket);
        history.Arrived(PacketOf(900, FullPacket));
        history.LostByOthers(PacketOf(900, FullPacket), RoundTrip, OneInHundred);
        history.Arrived(PacketOf(949, FullPacket));
        Assert.That(history.Events, Is.EqualTo(10));
        Assert.That(1 / history.LossEventRate, Is.EqualTo(100).Within(1e-6));
    }

    [Test]
    public void A_loss_that_is_found_after_the_event_of_others_began_does_not_close_an_interval()
    {
        LossHistory history = new(LossUnit.OwnPackets, Segment, 1);
        for (uint number = 0; number <= 800; number += 100)
            Lose(history, number, FullPacket);
        history.LostByOthers(PacketOf(900, FullPacket), RoundTrip, OneInHundred);
        Lose(history, 895, FullPacket);
        history.Arrived(PacketOf(949, FullPacket));
        Assert.That(1 / history.LossEventRate, Is.EqualTo(100).Within(1e-6));
    }

    [Test]
    public void Intervals_of_packets_go_on_when_numbers_wrap()
    {
        LossHistory history = new(LossUnit.OwnPackets, Segment, 1);
        uint number = uint.MaxValue - 450;
        // The first packets to arrive may be out of order.
        history.Arrived(new SentPacket { Number = number - 1, Bytes = FullPacket });
        history.Arrived(new SentPacket { Number = number - 2, Bytes = FullPacket });
        for (int i = 0; i <= 8; i++, number += 100)
        {
            SentPacket packet = new() { Number = number, Bytes = FullPacket, FirstSent = Instant.FromSeconds(10 * i + 1) };
            history.Lost(packet, RoundTrip, RoundTrip, OneInHundred);
        }
        history.Arrived(new SentPacket { Number = number - 51, Bytes = FullPacket });
        Assert.That(1 / history.LossEventRate, Is.EqualTo(100).Within(1e-6));
    }

    [Test]
    public void If_the_first_loss_is_one_of_others_it_gives_the_rate_at_which_packets_arrived()
    {
        LossHistory history = new(LossUnit.Bytes, Segment, 1);
        history.Arrived(PacketOf(100, 196));
        history.LostByOthers(PacketOf(100, 196), RoundTrip, DataRate.FromKilobitsPerSecond(313.6));
        Assert.That(history.FairRate(RoundTrip).KilobitsPerSecond, Is.EqualTo(313.6).Within(0.1).Percent);
    }

    [ForAll(MaxTest = 200, Replay = "20261123,11")]
    public void It_agrees_with_intervals_of_byte_numbers(int seed)
    {
        Random random = new(seed);
        LossHistory history = new(LossUnit.Bytes, Segment, LossIntervals.Rfc5348DiscountFloor);
        LossIntervals intervals = new(LossIntervals.Rfc5348DiscountFloor);
        long offset = 0, highest = -1;
        Instant now = Instant.FromSeconds(1), began = Instant.Zero;
        for (uint number = 0; number < 2000; number++)
        {
            SentPacket packet = new() { Number = number, Bytes = random.Next(40, 1500), Offset = offset, FirstSent = now };
            if (random.Next(60) > 0)
            {
                history.Arrived(packet);
                highest = offset + packet.Bytes - 1;
            }
            else if (history.Lost(packet, RoundTrip, RoundTrip, OneInHundred))
            {
                Assert.That(now > began + RoundTrip);
                began = now;
                if (intervals.HasLoss)
                    intervals.Add(offset);
                else
                    intervals.Begin(offset, FullPacket / TcpEquations.PadhyeLoss(Segment, RoundTrip, OneInHundred));
            }
            offset += packet.Bytes;
            now += Interval;
            double expected = intervals.HasLoss ? Math.Min(1, FullPacket / intervals.Mean(highest)) : 0;
            Assert.That(history.LossEventRate, Is.EqualTo(expected).Within(1e-12));
        }
    }

    private static bool Lose(LossHistory history, uint number, int bytes, DataRate? delivered = null) =>
        history.Lost(PacketOf(number, bytes), RoundTrip, RoundTrip, delivered ?? OneInHundred);

    private static SentPacket PacketOf(uint number, int bytes) =>
        new() { Number = number, Bytes = bytes, Offset = number * (long)bytes, FirstSent = Instant.Zero + Interval * number };
}
