using Mongoose.Core.Paths;
using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Tests.Voice.Mixing.Monitoring;

/// <summary>Packets of 1000 bytes every 20 ms, 400 kbit/s.</summary>
public sealed class LineRateTests
{
    private const int Bytes = 1000;
    private static readonly Duration Interval = Duration.FromMilliseconds(20);

    private LineRate _line;
    private uint _number;

    [Test]
    public void On_an_empty_line_it_is_the_sender_s_own_rate()
    {
        for (int i = 0; i < 100; i++)
            Send(delay: 70);
        Assert.That(_line.Take().KilobitsPerSecond, Is.EqualTo(400).Within(1).Percent);
    }

    [Test]
    public void A_queue_that_grows_hides_the_line()
    {
        for (int i = 0; i < 100; i++)
            Send(delay: 70 + 10 * i);
        Assert.That(_line.Take().KilobitsPerSecond, Is.EqualTo(400 * 20 / 30.0).Within(1).Percent);
    }

    [Test]
    public void A_queue_that_others_leave_drains_at_the_line_s_rate([Values(1000, 2000)] double kilobits)
    {
        for (int i = 0; i < 20; i++)
            Send(delay: 570);
        double spacing = Bytes * 8 / kilobits;
        for (double delay = 570; delay > 70; delay -= 20 - spacing)
            Send(delay);
        Assert.That(_line.Take().KilobitsPerSecond, Is.EqualTo(kilobits).Within(2).Percent);
    }

    [Test]
    public void Packets_that_come_all_at_once_show_no_more_than_the_receiver_s_clock_can()
    {
        for (int i = 0; i < 50; i++)
            Send(delay: 1000 - 20 * i);
        Assert.That(_line.Take().KilobitsPerSecond, Is.LessThanOrEqualTo(8 * Bytes * 8 / 20.0));
    }

    [Test]
    public void A_receiver_that_stands_still_for_50_ms_adds_at_most_a_half()
    {
        for (int i = 0; i < 100; i++)
            Send(delay: 70 + Math.Max(0, 50 - 20 * (i % 20)));
        Assert.That(_line.Take().KilobitsPerSecond, Is.LessThanOrEqualTo(600));
    }

    [Test]
    public void A_rate_is_taken_once()
    {
        for (int i = 0; i < 100; i++)
            Send(delay: 70);
        _line.Take();
        Assert.That(_line.Take(), Is.EqualTo(DataRate.Zero));
    }

    [Test]
    public void A_pause_and_a_receiver_that_restarts_begin_anew()
    {
        for (int i = 0; i < 100; i++)
            Send(delay: 70);
        _line.Take();
        _number += 1000;
        Send(delay: 70);
        Assert.That(_line.Take(), Is.EqualTo(DataRate.Zero), "a pause");
        for (int i = 0; i < 100; i++)
            Send(delay: -5_000_000);
        Assert.That(_line.Take().KilobitsPerSecond, Is.EqualTo(400).Within(1).Percent, "the receiver's clock begins at zero");
    }

    private void Send(double delay)
    {
        Instant sent = Instant.FromSeconds(10_000) + Interval * _number++;
        _line.Add(new SentPacket { Number = _number, Bytes = Bytes, FirstSent = sent }, sent + Duration.FromMilliseconds(delay));
    }
}
