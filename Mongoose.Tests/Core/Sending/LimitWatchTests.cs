using Mongoose.Core.Sending;

namespace Mongoose.Tests.Core.Sending;

/// <summary>What held a circuit back for most of a second.</summary>
public sealed class LimitWatchTests
{
    [Test]
    public void It_returns_the_most_frequent_limit()
    {
        LimitWatch watch = new();
        See(ref watch, LimitedBy.Nothing, 3);
        See(ref watch, LimitedBy.PathDelay, 5);
        See(ref watch, LimitedBy.Window, 4);
        Assert.That(watch.Take(), Is.EqualTo(LimitedBy.PathDelay));
    }

    [Test]
    public void A_circuit_that_waits_occasionally_is_limited_by_nothing()
    {
        LimitWatch watch = new();
        See(ref watch, LimitedBy.Nothing, 50);
        See(ref watch, LimitedBy.Viewer, 20);
        Assert.That(watch.Take(), Is.EqualTo(LimitedBy.Nothing));
    }

    [Test]
    public void Each_second_is_evaluated_separately()
    {
        LimitWatch watch = new();
        See(ref watch, LimitedBy.Scene, 50);
        watch.Take();
        Assert.That(watch.Take(), Is.EqualTo(LimitedBy.Nothing), "without a poll");
        See(ref watch, LimitedBy.Cap, 1);
        Assert.That(watch.Take(), Is.EqualTo(LimitedBy.Cap));
    }

    private static void See(ref LimitWatch watch, LimitedBy limit, int looks)
    {
        for (int i = 0; i < looks; i++)
            watch.Note(limit);
    }
}
