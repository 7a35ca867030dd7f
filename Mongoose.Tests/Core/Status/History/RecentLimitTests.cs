using Mongoose.Core.Sending;
using Mongoose.Core.Status.History;

namespace Mongoose.Tests.Core.Status.History;

/// <summary>What held a circuit back in the last ten seconds.</summary>
public sealed class RecentLimitTests
{
    private readonly RecentLimit _recent = new(default);
    private LimitCounts _totals;

    [Test]
    public void Two_limited_seconds_of_ten_are_enough()
    {
        Pass(LimitedBy.PathDelay);
        Assert.That(_recent.Limit(_totals), Is.EqualTo(LimitedBy.Nothing));
        Pass(LimitedBy.PathDelay);
        Assert.That(_recent.Limit(_totals), Is.EqualTo(LimitedBy.PathDelay));
    }

    [Test]
    public void A_limit_that_comes_and_goes_stays_for_ten_seconds_and_then_ends()
    {
        Pass(LimitedBy.Viewer, LimitedBy.Viewer);
        for (int second = 3; second <= 10; second++)
        {
            Pass(LimitedBy.Nothing);
            Assert.That(_recent.Limit(_totals), Is.EqualTo(LimitedBy.Viewer), $"second {second}");
        }
        Pass(LimitedBy.Nothing, LimitedBy.Nothing, LimitedBy.Nothing);
        Assert.That(_recent.Limit(_totals), Is.EqualTo(LimitedBy.Nothing));
    }

    [Test]
    public void The_most_frequent_limit_is_named()
    {
        Pass(LimitedBy.Cap, LimitedBy.PathLoss, LimitedBy.Nothing, LimitedBy.Nothing, LimitedBy.Nothing, LimitedBy.PathLoss);
        Assert.That(_recent.Limit(_totals), Is.EqualTo(LimitedBy.PathLoss));
    }

    /// <summary>A point is added every two seconds.</summary>
    private void Pass(params LimitedBy[] seconds)
    {
        foreach (LimitedBy limit in seconds)
        {
            _totals.Add(limit);
            if (Enum.GetValues<LimitedBy>().Sum(_totals.Of) % 2 == 0)
                _recent.Add(_totals);
        }
    }
}
