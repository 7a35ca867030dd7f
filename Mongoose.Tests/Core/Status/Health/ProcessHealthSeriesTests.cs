using Mongoose.Core.Status.Health;
using Mongoose.Core.Status.History;

namespace Mongoose.Tests.Core.Status.Health;

/// <summary>Ten minutes of a process.</summary>
public sealed class ProcessHealthSeriesTests
{
    private readonly ProcessHealthSeries _series = new(first: 1);

    [Test]
    public void Without_a_quota_there_is_no_series_of_it()
    {
        _series.Add(1, new ProcessHealth { UsedCores = 1 }, harmed: 0);
        Assert.That(_series.Throttled, Is.Null);
        Assert.That(_series.UsedCores.Latest, Is.EqualTo(1));
    }

    [Test]
    public void A_quota_that_comes_later_or_is_not_known_for_a_second_has_a_value_at_each_point()
    {
        double?[] parts = [null, 0.5, null, 0.25];
        for (int point = 1; point <= parts.Length; point++)
            _series.Add(point, new ProcessHealth { Throttled = parts[point - 1] }, harmed: 0);
        Series quota = _series.Throttled!;
        Assert.That(quota.After(0), Is.EqualTo(new[] { 0, 50, 0, 25 }));
        Assert.That(quota.FirstAfter(0), Is.EqualTo(_series.Late.FirstAfter(0)));
    }
}
