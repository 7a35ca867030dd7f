using Mongoose.Core.Units;
using Mongoose.Testbed.Results;

namespace Mongoose.Tests.Testbed.Results;

[Parallelizable(ParallelScope.All)]
public sealed class ByteBinsTests
{
    private static readonly Duration Bin = Duration.FromMilliseconds(100);

    [Test]
    public void Bytes_are_counted_in_the_bin_of_their_time_and_silence_counts_as_zero()
    {
        ByteBins bins = new(Bin);
        bins.Add(Duration.Zero, 1);
        bins.Add(Duration.FromMilliseconds(99.999), 2);
        bins.Add(Duration.FromMilliseconds(300), 4);
        Assert.That(bins.Until(Duration.FromMilliseconds(500)), Is.EqualTo(new long[] { 3, 0, 0, 4, 0 }));
    }

    [Test]
    public void Only_whole_bins_are_told_and_what_came_before_the_start_is_left_out()
    {
        ByteBins bins = new(Bin);
        bins.Add(Duration.FromMilliseconds(-1), 8);
        bins.Add(Duration.FromMilliseconds(50), 1);
        bins.Add(Duration.FromMilliseconds(150), 2);
        Assert.That(bins.Until(Duration.FromMilliseconds(199)), Is.EqualTo(new long[] { 1 }));
        Assert.That(bins.Until(Duration.FromMilliseconds(-5)), Is.Empty);
    }
}
