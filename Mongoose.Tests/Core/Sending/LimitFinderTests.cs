using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;

namespace Mongoose.Tests.Core.Sending;

/// <summary>What held a circuit back for most of a second.</summary>
public sealed class LimitFinderTests
{
    [Test]
    public void It_returns_the_most_frequent_limit()
    {
        LimitFinder finder = new();
        See(ref finder, LimitedBy.Nothing, 3);
        See(ref finder, LimitedBy.PathDelay, 5);
        See(ref finder, LimitedBy.Window, 4);
        Assert.That(finder.Take(), Is.EqualTo(LimitedBy.PathDelay));
    }

    [Test]
    public void A_circuit_that_waits_occasionally_is_limited_by_nothing()
    {
        LimitFinder finder = new();
        See(ref finder, LimitedBy.Nothing, 50);
        See(ref finder, LimitedBy.Viewer, 20);
        Assert.That(finder.Take(), Is.EqualTo(LimitedBy.Nothing));
    }

    [Test]
    public void Each_second_is_evaluated_separately()
    {
        LimitFinder finder = new();
        See(ref finder, LimitedBy.Scene, 50);
        finder.Take();
        Assert.That(finder.Take(), Is.EqualTo(LimitedBy.Nothing), "without a poll");
        See(ref finder, LimitedBy.Cap, 1);
        Assert.That(finder.Take(), Is.EqualTo(LimitedBy.Cap));
    }

    [TestCase(true, true, PathLimitKind.Loss, true, ExpectedResult = LimitedBy.Window)]
    [TestCase(false, true, PathLimitKind.Loss, true, ExpectedResult = LimitedBy.Scene)]
    [TestCase(false, false, PathLimitKind.Loss, true, ExpectedResult = LimitedBy.PathLoss)]
    [TestCase(false, false, PathLimitKind.Search, true, ExpectedResult = LimitedBy.PathDelay)]
    [TestCase(false, false, PathLimitKind.Downloads, false, ExpectedResult = LimitedBy.Downloads)]
    [TestCase(false, false, null, true, ExpectedResult = LimitedBy.Cap)]
    [TestCase(false, false, null, false, ExpectedResult = LimitedBy.Viewer)]
    public LimitedBy The_first_limit_that_holds_packets_back_counts(
        bool isWindowFull, bool waitsForScene, PathLimitKind? path, bool isCapped) =>
        LimitFinder.Of(isWindowFull, waitsForScene, path, isCapped);

    private static void See(ref LimitFinder finder, LimitedBy limit, int polls)
    {
        for (int i = 0; i < polls; i++)
            finder.Count(limit);
    }
}
