using Mongoose.Core.Sending;

namespace Mongoose.Tests.Core.Sending;

public sealed class PathCountsTests
{
    [Test]
    public void Packets_that_have_arrived_after_all_were_not_lost()
    {
        PathCounts counts = new(Sent: 100, Lost: 5, FastResends: 3, FoundByTimer: 4, FoundByAcks: 4, Spurious: 2);
        Assert.That((counts.TrulyLost, counts.LostFraction, counts.FoundFraction), Is.EqualTo((3, 0.03, 0.06)));
    }

    [Test]
    public void In_a_second_in_which_earlier_losses_prove_spurious_no_packet_was_lost()
    {
        PathCounts before = new(Sent: 100, Lost: 5, FastResends: 3, FoundByAcks: 5);
        PathCounts second = before with { Sent = 200, Lost = 6, FoundByAcks = 6, Spurious = 4 } - before;
        Assert.That((second.Lost, second.Spurious), Is.EqualTo((1, 4)));
        Assert.That((second.TrulyLost, second.LostFraction, second.FoundFraction), Is.EqualTo((0, 0.0, 0.0)));
    }

    [Test]
    public void Sums_and_differences_contain_every_count()
    {
        PathCounts one = new(1, 2, 3, 4, 5, 6), ten = new(10, 20, 30, 40, 50, 60);
        Assert.That(ten + one, Is.EqualTo(new PathCounts(11, 22, 33, 44, 55, 66)));
        Assert.That(ten - one, Is.EqualTo(new PathCounts(9, 18, 27, 36, 45, 54)));
    }
}
