using Mongoose.Client.Viewers;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Viewers;

/// <summary>The loss that viewers show: gaps of fewer than 16 numbers that nothing has filled in time.</summary>
public sealed class ViewerLossCountTests
{
    [Test]
    public void A_gap_is_lost_at_the_first_tick_at_which_it_is_older_than_16_pings()
    {
        // The ping timer ticks every 5 s after the first packet; the ping of 100 ms comes down from the initial second, to 0.82 and then
        // 0.676 s.
        ViewerLossCount count = Count(ping: 100);
        Send(count, 1, 0);
        Send(count, 3, 1);
        count.TickUntil(At(9.9));
        Assert.That(count.Lost, Is.Zero, "at 5 s the gap is 4 s old, and the timer allows 5 s");
        count.TickUntil(At(10));
        Assert.That(count.Lost, Is.EqualTo(1));
        count.TickUntil(At(30));
        Assert.That(count.Lost, Is.EqualTo(1), "it counts once");
    }

    [Test]
    public void A_packet_that_fills_the_gap_hides_the_loss([Values] bool resent)
    {
        ViewerLossCount count = Count(ping: 100);
        Send(count, 1, 0);
        Send(count, 3, 1);
        count.OnPacket(2, resent, At(4));
        count.TickUntil(At(30));
        Assert.That(count.Lost, Is.Zero);
    }

    [TestCase(14u, 14)]
    [TestCase(15u, 15)]
    [TestCase(16u, 0)]
    [TestCase(1000u, 0)]
    public void Gaps_of_16_numbers_or_more_never_count(uint missing, int lost)
    {
        ViewerLossCount count = Count(ping: 100);
        Send(count, 1, 0);
        Send(count, 2 + missing, 1);
        count.TickUntil(At(30));
        Assert.That(count.Lost, Is.EqualTo(lost));
    }

    [Test]
    public void Numbers_wrap_at_24_bits()
    {
        ViewerLossCount count = Count(ping: 100);
        Send(count, 0xFFFFFE, 0);
        Send(count, 1, 1);
        count.TickUntil(At(30));
        Assert.That(count.Lost, Is.EqualTo(2), "0xFFFFFF and 0");
    }

    [Test]
    public void A_resent_packet_with_an_unknown_number_opens_no_gap()
    {
        ViewerLossCount count = Count(ping: 100);
        Send(count, 1, 0);
        count.OnPacket(5, isResent: true, At(1));
        Send(count, 2, 2);
        count.TickUntil(At(30));
        Assert.That(count.Lost, Is.Zero);
    }

    private static ViewerLossCount Count(double ping)
    {
        ViewerLossCount count = new();
        count.OnPing(Duration.FromMilliseconds(ping));
        return count;
    }

    private static void Send(ViewerLossCount count, uint sequence, double seconds) =>
        count.OnPacket(sequence, isResent: false, At(seconds));

    private static Instant At(double seconds) => Instant.Zero + Duration.FromSeconds(seconds);
}
