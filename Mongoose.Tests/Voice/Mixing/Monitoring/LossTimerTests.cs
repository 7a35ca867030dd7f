using Mongoose.Core.Paths;
using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Mixing.Monitoring;

/// <summary>RFC 2988 section 2, with a timer for each packet.</summary>
public sealed class LossTimerTests
{
    private const int Bytes = 196;

    private LossTimer _timer = new();

    [Test]
    public void The_timeout_is_3_seconds_at_first_and_then_the_smoothed_round_trip_and_four_variations()
    {
        Assert.That(_timer.Timeout.Seconds, Is.EqualTo(3));
        _timer.Acked(1, Duration.FromMilliseconds(800)); // SRTT 800, RTTVAR 400
        Assert.That(_timer.Timeout.Milliseconds, Is.EqualTo(800 + 4 * 400));
        _timer.Acked(2, Duration.FromMilliseconds(1600)); // RTTVAR 3/4 * 400 + 1/4 * 800 = 500, then SRTT 7/8 * 800 + 1/8 * 1600 = 900
        Assert.That(_timer.Timeout.Milliseconds, Is.EqualTo(900 + 4 * 500));
    }

    [TestCase(100, 1)]
    [TestCase(90_000, 60)]
    public void The_timeout_is_between_a_second_and_a_minute(double roundTrip, double seconds)
    {
        _timer.Acked(1, Duration.FromMilliseconds(roundTrip));
        Assert.That(_timer.Timeout.Seconds, Is.EqualTo(seconds));
    }

    [Test]
    public void A_packet_without_an_acknowledgment_is_reported_once_when_its_timeout_has_passed()
    {
        _timer.Sent(7, Bytes, 1372, Instant.FromSeconds(10));
        Assert.That(Expired(12.999), Is.Empty);
        Assert.That(_timer.TryNextExpired(Instant.FromSeconds(13), out SentPacket packet), Is.True);
        Assert.That((packet.Number, packet.Bytes, packet.Offset, packet.FirstSent),
            Is.EqualTo((7u, Bytes, 1372L, Instant.FromSeconds(10))));
        Assert.That(Expired(100), Is.Empty);
        Assert.That(_timer.InFlight, Is.Zero);
    }

    [Test]
    public void A_packet_keeps_the_timeout_of_the_time_when_it_was_sent()
    {
        Send(1, 10);
        _timer.Acked(0, Duration.FromMilliseconds(100));
        Send(2, 10.5);
        Send(3, 12.1);
        Assert.That(Expired(11.4), Is.Empty);
        Assert.That(Expired(11.5), Is.EqualTo(new[] { 2u }));
        Assert.That(Expired(14), Is.EqualTo(new[] { 1u, 3u }), "at 13 and 13.1 s");
    }

    [Test]
    public void A_packet_that_is_acknowledged_in_time_is_not_lost()
    {
        Send(1, 10);
        Send(2, 10);
        Send(3, 10);
        _timer.Acked(2, Duration.FromMilliseconds(100));
        Assert.That(_timer.InFlight, Is.EqualTo(2));
        Assert.That(Expired(13), Is.EqualTo(new[] { 1u, 3u }));
    }

    [Test]
    public void The_round_trip_of_a_late_packet_counts()
    {
        _timer.Acked(0, Duration.FromMilliseconds(100));
        Send(1, 10);
        Assert.That(Expired(11), Is.EqualTo(new[] { 1u }));
        _timer.Acked(1, Duration.FromMilliseconds(1700)); // RTTVAR 3/4 * 50 + 1/4 * 1600 = 437.5, then SRTT 300
        Assert.That(_timer.Timeout.Milliseconds, Is.EqualTo(300 + 4 * 437.5));
        Assert.That(Expired(20), Is.Empty);
    }

    [Test]
    public void A_number_in_flight_is_not_timed_twice_but_may_be_used_again_later()
    {
        Send(1, 10);
        Send(1, 11);
        Assert.That(Expired(20), Is.EqualTo(new[] { 1u }));
        Send(1, 21);
        Assert.That(Expired(30), Is.EqualTo(new[] { 1u }));
    }

    [Test]
    public void It_allocates_nothing_in_steady_state()
    {
        uint number = uint.MaxValue - 5000;
        Assert.That(Allocation.FewestBytes(() =>
        {
            for (int i = 0; i < 5000; i++, number++)
            {
                Send(number, number * 0.0025);
                if (number % 10 > 0)
                    _timer.Acked(number - 40, Duration.FromMilliseconds(100));
                while (_timer.TryNextExpired(Instant.FromSeconds(number * 0.0025), out _))
                {
                }
            }
        }), Is.Zero);
    }

    [ForAll(MaxTest = 200, Replay = "20261123,7")]
    public void It_reports_exactly_the_packets_that_were_not_acknowledged_in_time_each_once(int seed)
    {
        Random random = new(seed);
        _timer = new LossTimer();
        Dictionary<uint, Instant> due = [];
        uint number = uint.MaxValue - (uint)random.Next(600);
        Instant now = Instant.FromSeconds(random.Next(100));
        double roundTrip = 0.1;
        for (int step = 0; step < 1000; step++)
        {
            now += Duration.FromSeconds(random.NextDouble() * 0.05);
            roundTrip = Math.Clamp(roundTrip * (0.8 + 0.42 * random.NextDouble()), 0.01, 5);
            due[++number] = now + _timer.Timeout;
            _timer.Sent(number, Bytes, 0, now);
            for (int i = random.Next(3); i > 0; i--)
            {
                uint acked = number - (uint)random.Next(60);
                _timer.Acked(acked, Duration.FromSeconds(roundTrip));
                due.Remove(acked);
            }
            if (random.Next(4) > 0)
                continue;
            uint[] expected = [.. due.Where(packet => packet.Value <= now).OrderBy(packet => packet.Value).Select(packet => packet.Key)];
            Assert.That(Expired(now), Is.EqualTo(expected), $"step {step}");
            foreach (uint lost in expected)
                due.Remove(lost);
            Assert.That(_timer.InFlight, Is.EqualTo(due.Count));
        }
    }

    private void Send(uint number, double seconds) => _timer.Sent(number, Bytes, 0, Instant.FromSeconds(seconds));

    private List<uint> Expired(double seconds) => Expired(Instant.FromSeconds(seconds));

    private List<uint> Expired(Instant now)
    {
        List<uint> expired = [];
        while (_timer.TryNextExpired(now, out SentPacket packet))
            expired.Add(packet.Number);
        return expired;
    }
}
