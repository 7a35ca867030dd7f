using Mongoose.Core.Sending;
using Mongoose.Core.Status.History;

namespace Mongoose.Tests.Core.Status.History;

/// <summary>What held a circuit back in the last ten seconds.</summary>
public sealed class RecentLimitTests
{
    private readonly RecentLimit _recent = new(default);
    private LimitTotals _totals;

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

    [Test]
    public void After_a_change_of_settings_the_seconds_before_do_not_count()
    {
        Pass(LimitedBy.Viewer, LimitedBy.Viewer, LimitedBy.Viewer);
        Assert.That(_recent.LimitedSeconds(_totals), Is.EqualTo(3));
        _recent.Restart(_totals);
        Assert.That((_recent.Limit(_totals), _recent.LimitedSeconds(_totals)), Is.EqualTo((LimitedBy.Nothing, 0)));
        Pass(LimitedBy.PathDelay, LimitedBy.PathDelay);
        Assert.That(_recent.Limit(_totals), Is.EqualTo(LimitedBy.PathDelay));
    }

    /// <summary>A point is added every second.</summary>
    private void Pass(params LimitedBy[] seconds)
    {
        foreach (LimitedBy limit in seconds)
        {
            LimitCounts second = default;
            second.Add(limit);
            _totals += new LimitTotals(second, second);
            _recent.Add(_totals);
        }
    }
}
