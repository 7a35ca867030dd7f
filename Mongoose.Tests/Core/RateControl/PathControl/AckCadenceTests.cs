using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>Which ack datagrams measure the path, and which reflect a busy viewer.</summary>
public sealed class AckCadenceTests
{
    private AckCadence _cadence;
    private Instant _now = Instant.FromSeconds(100);

    // ---- packets of a datagram ----

    [Test]
    public void Before_the_first_datagram_the_mean_is_zero() => Assert.That(_cadence.MeanPackets, Is.Zero);

    [Test]
    public void With_equal_datagrams_the_mean_is_their_packet_count()
    {
        for (int i = 0; i < 100; i++)
            After(60, packets: i % 2 == 0 ? 2 : 10);
        Assert.That(_cadence.MeanPackets, Is.EqualTo(6).Within(0.5));
    }

    [Test]
    public void When_a_viewer_collects_more_acks_the_mean_mostly_follows_within_eight_datagrams()
    {
        Steady(60, packets: 4);
        for (int i = 0; i < 8; i++)
            After(60, packets: 24);
        Assert.That(_cadence.MeanPackets, Is.InRange(14, 20));
    }

    [Test]
    public void Packets_count_even_after_a_pause_and_when_the_viewer_was_busy([Values(500, 5000)] double milliseconds)
    {
        Steady(60, packets: 4);
        double before = _cadence.MeanPackets;
        After(milliseconds, packets: 40);
        Assert.That(_cadence.MeanPackets, Is.GreaterThan(before + 3));
    }

    // ---- intervals ----

    [Test]
    public void The_first_datagram_measures_the_path() => Assert.That(After(0), Is.True);

    [Test]
    public void Evenly_spaced_datagrams_always_measure_the_path([Values(60, 500)] double milliseconds)
    {
        for (int i = 0; i < 50; i++)
            Assert.That(After(milliseconds), Is.True, $"datagram {i}");
    }

    [TestCase(60, 150, true)]
    [TestCase(60, 199, true)]
    [TestCase(60, 201, false)]
    [TestCase(60, 500, false)]
    [TestCase(60, 1999, false)]
    [TestCase(100, 299, true)]
    [TestCase(100, 301, false)]
    public void An_interval_above_200_ms_and_above_three_times_the_mean_is_a_long_frame(double mean, double milliseconds, bool measuresPath)
    {
        Steady(mean);
        Assert.That(After(milliseconds), Is.EqualTo(measuresPath));
    }

    [Test]
    public void After_a_long_frame_the_next_datagram_measures_the_path()
    {
        Steady(60);
        After(500);
        Assert.That(After(60), Is.True);
    }

    [Test]
    public void All_datagrams_of_a_long_frame_reflect_the_viewer()
    {
        Steady(60);
        After(500);
        Assert.That((After(0), After(2)), Is.EqualTo((false, false)));
        Assert.That(After(60), Is.True);
    }

    [Test]
    public void A_permanently_slower_viewer_is_accepted_within_a_few_datagrams()
    {
        Steady(60);
        int busy = 0;
        while (!After(500))
            busy++;
        Assert.That(busy, Is.InRange(1, 5));
    }

    // ---- pauses and clocks ----

    [TestCase(2001)]
    [TestCase(60_000)]
    public void A_pause_of_more_than_two_seconds_is_idling_and_leaves_the_mean_interval_alone(double milliseconds)
    {
        Steady(60);
        Assert.That(After(milliseconds), Is.True, "there was nothing to acknowledge");
        Assert.That(After(500), Is.False, "the usual interval is still 60 ms");
    }

    [Test]
    public void A_pause_after_the_first_datagram_is_not_an_interval()
    {
        After(0);
        After(10_000);
        Steady(60, datagrams: 8);
        Assert.That(After(500), Is.False);
    }

    [Test]
    public void A_clock_that_goes_back_leaves_the_mean_interval_alone()
    {
        Steady(100);
        Assert.That(After(-1e6), Is.True);
        Assert.That(After(290), Is.True, "less than three times the usual interval");
        Assert.That(After(500), Is.False);
    }

    private void Steady(double milliseconds, int packets = 4, int datagrams = 50)
    {
        for (int i = 0; i < datagrams; i++)
            After(milliseconds, packets);
    }

    private bool After(double milliseconds, int packets = 4) =>
        _cadence.Record(packets, _now += Duration.FromMilliseconds(milliseconds));
}
