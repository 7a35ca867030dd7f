using Mongoose.Core.Paths;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Paths;

/// <summary>Samples of the delivery rate in bytes per second, over a path with a round trip of 100 ms. Packets have 1000 bytes.</summary>
public sealed class DeliverySamplerTests
{
    private const int Bytes = 1000;

    private readonly Queue<SentPacket> _flight = new();
    private DeliverySampler _sampler;

    [Test]
    public void A_path_that_delivers_as_fast_as_packets_are_sent_yields_the_rate_of_sending()
    {
        for (int at = 0; at < 400; at += 10)
        {
            Send(at);
            if (at >= 250)
                Assert.That(Acks(1, at + 5), Is.EqualTo(100_000).Within(5).Percent);
            else if (at >= 100)
                Acks(1, at + 5);
        }
    }

    [Test]
    public void A_queue_that_was_sent_quickly_yields_the_rate_of_its_acks()
    {
        for (int at = 0; at < 200; at++)
            Send(at);
        double? sample = null;
        for (int at = 200; at < 5000; at += 10)
        {
            Send(at);
            sample = Acks(1, at + 5);
        }
        Assert.That(sample, Is.EqualTo(100_000).Within(2).Percent);
    }

    [TestCase(2)]
    [TestCase(10)]
    [TestCase(24)]
    public void Acks_that_arrive_in_clumps_yield_the_same_rate_as_single_acks(int clump)
    {
        double? sample = null;
        for (int packet = 0; packet < 300; packet++)
        {
            Send(10 * packet);
            if (packet >= 60 && packet % clump == 0)
                sample = Acks(clump, 10 * packet + 5);
            if (packet >= 150 && packet % clump == 0)
                Assert.That(sample, Is.EqualTo(100_000).Within(10).Percent);
        }
    }

    [Test]
    public void A_rest_of_the_sender_does_not_lower_the_samples_after_it()
    {
        for (int at = 0; at < 100; at += 10)
            Send(at);
        for (int at = 100; at < 200; at += 10)
            Acks(1, at);
        for (int at = 60_000; at < 60_100; at += 10)
            Send(at);
        double? sample = null;
        for (int at = 60_100; at < 60_200; at += 10)
            sample = Acks(1, at);
        Assert.That(sample, Is.InRange(50_000, 110_000), "100 kB/s since the rest, a packet per round trip at first");
    }

    [Test]
    public void The_sample_of_a_flight_counts_from_its_first_packet()
    {
        Send(1000);
        Assert.That(Acks(1, 1100), Is.EqualTo(Bytes / 0.1).Within(1).Percent);
    }

    [Test]
    public void A_burst_yields_no_more_than_its_bytes_in_a_round_trip()
    {
        for (int i = 0; i < 15; i++)
            Send(1000);
        Assert.That(Acks(15, 1100), Is.EqualTo(15 * Bytes / 0.1).Within(1).Percent);
    }

    [Test]
    public void Acks_that_take_no_time_yield_no_sample()
    {
        Send(1000);
        Assert.That(Acks(1, 1000), Is.Null);
        Send(1000);
        Assert.That(Acks(1, 900), Is.Null, "and neither do those from before their packet");
    }

    private void Send(double at)
    {
        Instant now = Instant.FromMilliseconds(at);
        _flight.Enqueue(new SentPacket
        {
            Bytes = Bytes,
            FirstSent = now,
            LastSent = now,
            Transmissions = 1,
            Mark = _sampler.Mark(_flight.Count == 0, now)
        });
    }

    /// <summary>The oldest packets are acknowledged in one datagram.</summary>
    private double? Acks(int packets, double at)
    {
        SentPacket newest = default;
        for (int i = 0; i < packets; i++)
            newest = _flight.Dequeue();
        return _sampler.Take(packets * Bytes, newest, Instant.FromMilliseconds(at));
    }
}
