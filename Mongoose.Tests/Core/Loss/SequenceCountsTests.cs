using Mongoose.Core.Loss;

namespace Mongoose.Tests.Core.Loss;

public sealed class SequenceCountsTests
{
    [Test]
    public void A_lost_packet_that_arrived_after_all_is_not_missing() =>
        Assert.That(new SequenceCounts(Received: 95, Lost: 7, Reordered: 2).MissingPercent, Is.EqualTo(5));

    [Test]
    public void Without_packets_the_missing_share_is_unknown() => Assert.That(default(SequenceCounts).MissingPercent, Is.NaN);

    [Test]
    public void The_counts_of_circuits_add_up() => Assert.That(
        new SequenceCounts(Received: 1, Lost: 20, Reordered: 300) + new SequenceCounts(Received: 4000, Lost: 50_000, Reordered: 600_000),
        Is.EqualTo(new SequenceCounts(Received: 4001, Lost: 50_020, Reordered: 600_300)));
}
