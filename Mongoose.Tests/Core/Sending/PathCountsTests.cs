using Mongoose.Core.Sending;

namespace Mongoose.Tests.Core.Sending;

public sealed class PathCountsTests
{
    [Test]
    public void Packets_that_have_arrived_after_all_were_not_lost()
    {
        PathCounts counts = new(Sent: 100, FastResends: 3, FoundByTimer: 4, FoundByAcks: 4, Spurious: 2);
        Assert.That((counts.Found, counts.Lost, counts.LostFraction), Is.EqualTo((8, 6, 0.06)));
    }

    [Test]
    public void In_a_second_in_which_earlier_losses_prove_spurious_no_packet_was_lost()
    {
        PathCounts before = new(Sent: 100, FastResends: 3, FoundByAcks: 5);
        PathCounts second = before with { Sent = 200, FoundByAcks = 6, Spurious = 4 } - before;
        Assert.That((second.Found, second.Spurious), Is.EqualTo((1, 4)));
        Assert.That((second.Lost, second.LostFraction), Is.EqualTo((0, 0.0)));
    }

    [Test]
    public void Sums_and_differences_contain_every_count()
    {
        PathCounts one = new(1, 2, 3, 4, 5), ten = new(10, 20, 30, 40, 50);
        Assert.That(ten + one, Is.EqualTo(new PathCounts(11, 22, 33, 44, 55)));
        Assert.That(ten - one, Is.EqualTo(new PathCounts(9, 18, 27, 36, 45)));
    }
}
