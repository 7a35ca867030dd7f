using Mongoose.Core.Paths;
using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Tests.Voice.Mixing.Monitoring;

/// <summary>Packets of 200 bytes every 20 ms: 80 kbit/s; in the mean of slots of 50 ms 67 to 80.</summary>
public sealed class DeliveredRateTests
{
    private const int Bytes = 200;

    private readonly DeliveredRate _rate = new(Duration.FromMilliseconds(20));
    private uint _number = uint.MaxValue - 50;
    private Instant _sentAt = Instant.FromSeconds(10);

    [Test]
    public void It_is_the_rate_of_what_arrives()
    {
        Send(100);
        Assert.That(_rate.Latest.KilobitsPerSecond, Is.InRange(66, 81));
        Send(100, bytes: 4 * Bytes);
        Assert.That(_rate.Latest.KilobitsPerSecond, Is.InRange(264, 321));
        Assert.That(_rate.Largest, Is.GreaterThanOrEqualTo(_rate.Latest));
    }

    [Test]
    public void The_largest_is_that_of_two_seconds()
    {
        Send(50, bytes: 4 * Bytes);
        Send(75);
        Assert.That(_rate.Largest.KilobitsPerSecond, Is.InRange(264, 321), "1.5 s later");
        Send(75);
        Assert.That(_rate.Largest.KilobitsPerSecond, Is.InRange(66, 81), "3 s later");
    }

    [Test]
    public void Pauses_of_the_sender_take_no_time()
    {
        Send(50, bytes: 4 * Bytes);
        for (int i = 0; i < 5; i++)
        {
            _sentAt += Duration.FromSeconds(20);
            Send(4, bytes: 4 * Bytes);
        }
        Assert.That(_rate.Largest.KilobitsPerSecond, Is.InRange(264, 321), "100 s later, in which 0.4 s were sent");
        Assert.That(_rate.Latest.KilobitsPerSecond, Is.GreaterThan(100));
    }

    [Test]
    public void A_path_that_holds_packets_back_is_no_pause()
    {
        Send(50, bytes: 4 * Bytes);
        // Sent every 20 ms, but one in 40 ms arrives.
        for (int i = 0; i < 100; i++)
        {
            _sentAt += Duration.FromMilliseconds(20);
            Add(4 * Bytes, _sentAt, _sentAt + Duration.FromMilliseconds(70 + 20 * i));
        }
        Assert.That(_rate.Latest.KilobitsPerSecond, Is.InRange(130, 161));
    }

    [Test]
    public void Packets_out_of_order_change_nothing()
    {
        Send(100);
        for (int i = 0; i < 200; i++)
        {
            _sentAt += Duration.FromMilliseconds(20);
            Duration late = Duration.FromMilliseconds(i % 3 == 0 ? 60 : 0);
            Add(Bytes, _sentAt - late, _sentAt + Duration.FromMilliseconds(70) - late);
            Assert.That(_rate.Latest.KilobitsPerSecond, Is.InRange(53, 95));
        }
        Assert.That(_rate.Largest.KilobitsPerSecond, Is.LessThan(95));
    }

    [Test]
    public void The_origin_of_the_receiver_s_clock_does_not_matter_even_if_it_changes([Values(-1e6, -30.0, 30, 1e6)] double seconds)
    {
        Send(100);
        // A receiver that restarts may begin with another time.
        for (int i = 0; i < 500; i++)
        {
            _sentAt += Duration.FromMilliseconds(20);
            Add(Bytes, _sentAt, _sentAt + Duration.FromSeconds(seconds));
        }
        Assert.That(_rate.Latest.KilobitsPerSecond, Is.InRange(66, 81));
        Assert.That(_rate.Largest.KilobitsPerSecond, Is.InRange(66, 81));
    }

    [Test]
    public void Outages_of_the_path_are_no_pauses()
    {
        // Of half a second, 0.4 s are lost.
        for (int i = 0; i < 40; i++)
        {
            Send(5);
            _number += 20;
            _sentAt += Duration.FromMilliseconds(400);
        }
        Assert.That(_rate.Latest.KilobitsPerSecond, Is.LessThan(28));
        Assert.That(_rate.Largest.KilobitsPerSecond, Is.LessThan(28));
    }

    [Test]
    public void While_the_receiver_s_clock_is_new_the_rate_of_before_counts()
    {
        Send(100, bytes: 4 * Bytes);
        DataRate before = _rate.Largest;
        Add(Bytes, _sentAt, _sentAt + Duration.FromSeconds(1000));
        Assert.That(_rate.Latest, Is.EqualTo(before));
        Assert.That(_rate.Largest, Is.EqualTo(before));
    }

    [Test]
    public void Long_packets_are_no_pauses()
    {
        DeliveredRate rate = new(Duration.FromMilliseconds(200));
        for (uint i = 0; i < 50; i++)
        {
            Instant sentAt = Instant.FromMilliseconds(200 * i);
            rate.Add(new SentPacket { Number = i, Bytes = 2000, FirstSent = sentAt }, sentAt, sentAt);
        }
        Assert.That(rate.Largest.KilobitsPerSecond, Is.LessThanOrEqualTo(110), "80 kbit/s, in means of 0.3 s with one or two packets");
    }

    [Test]
    public void A_report_shows_the_whole_rate_in_any_order([Values] bool latestFirst)
    {
        // A packet of 200 bytes every 10 ms, and a report every 50 ms whose latest packet came early in a slot of the mean.
        for (int report = 1; report <= 20; report++)
        {
            Instant latest = Instant.FromSeconds(10) + Duration.FromMilliseconds(50 * report + 5);
            for (int i = 0; i < 5; i++)
            {
                Instant arrivedAt = latest - Duration.FromMilliseconds(10 * (latestFirst ? i : 4 - i));
                _rate.Add(new SentPacket { Number = _number++, Bytes = Bytes, FirstSent = arrivedAt }, arrivedAt, latest);
            }
        }
        Assert.That(_rate.Latest.KilobitsPerSecond, Is.EqualTo(160).Within(1e-6));
    }

    [Test]
    public void A_report_across_a_pause_does_not_turn_the_meter_s_time_ahead()
    {
        Send(50);
        Instant before = _sentAt + Duration.FromMilliseconds(20), after = before + Duration.FromSeconds(5);
        _rate.Add(new SentPacket { Number = _number++, Bytes = Bytes, FirstSent = before }, before, after);
        _rate.Add(new SentPacket { Number = _number++, Bytes = Bytes, FirstSent = after }, after, after);
        _sentAt = after;
        Send(50);
        Assert.That(_rate.Largest.KilobitsPerSecond, Is.LessThan(100), "a second of 80 kbit/s is not counted in one moment");
    }

    [Test]
    public void It_allocates_nothing() => Assert.That(Allocation.FewestBytes(() => Send(1000)), Is.Zero);

    private void Send(int packets, int bytes = Bytes)
    {
        for (int i = 0; i < packets; i++)
        {
            _sentAt += Duration.FromMilliseconds(20);
            Add(bytes, _sentAt, _sentAt + Duration.FromMilliseconds(70));
        }
    }

    private void Add(int bytes, Instant sentAt, Instant arrivedAt) =>
        _rate.Add(new SentPacket { Number = _number++, Bytes = bytes, FirstSent = sentAt }, arrivedAt, arrivedAt);
}
