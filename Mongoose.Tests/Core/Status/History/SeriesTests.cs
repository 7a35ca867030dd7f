using Mongoose.Core.Sending;
using Mongoose.Core.Status.History;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Status.History;

/// <summary>Ten minutes of a figure.</summary>
public sealed class SeriesTests
{
    [Test]
    public void A_reader_gets_the_values_after_the_last_point_it_has()
    {
        Series series = Count(from: 5, to: 9);
        Assert.That(series.FirstAfter(0), Is.EqualTo(5));
        Assert.That(series.After(0), Is.EqualTo(new double[] { 5, 6, 7, 8, 9 }));
        Assert.That(series.After(7), Is.EqualTo(new double[] { 8, 9 }));
        Assert.That(series.FirstAfter(7), Is.EqualTo(8));
        Assert.That(series.After(9), Is.Empty);
        Assert.That(series.After(long.MaxValue), Is.Empty);
        Assert.That(series.Latest, Is.EqualTo(9));
    }

    [Test]
    public void Only_the_last_ten_minutes_are_kept()
    {
        Series series = Count(from: 1, to: 1000);
        Assert.That((series.FirstAfter(0), series.After(0).Count(), series.After(0).First()), Is.EqualTo((401L, Series.Points, 401.0)));
    }

    [Test]
    public void Points_that_were_left_out_repeat_the_value_before_them()
    {
        Series series = Count(from: 1, to: 2);
        series.Add(5, 7);
        series.Add(6, double.NaN);
        Assert.That(series.After(0), Is.EqualTo(new double[] { 1, 2, 2, 2, 7, 0 }));
    }

    [Test]
    public void An_empty_series_has_nothing_to_read()
    {
        Series series = new(first: 3);
        Assert.That((series.Latest, series.FirstAfter(0), series.After(0).Count()), Is.EqualTo((0.0, 3L, 0)));
    }

    [Test]
    public void A_window_of_delays_has_those_since_the_last_look()
    {
        DelayHistogram one = new(), other = new();
        one.Add(Duration.FromSeconds(1));
        DelayWindow window = new(one, other);
        Assert.That(window.TakeP99(), Is.EqualTo(Duration.Zero));
        one.Add(Duration.FromMilliseconds(10));
        one.Reset();
        other.Add(Duration.FromMilliseconds(20));
        Assert.That(window.TakeP99().Milliseconds, Is.InRange(18, 22.5));
        Assert.That(window.TakeP99(), Is.EqualTo(Duration.Zero));
        Assert.That(window.Take(0.5), Is.Null, "there are none");
        foreach (int milliseconds in (int[])[10, 10, 10, 500])
            one.Add(Duration.FromMilliseconds(milliseconds));
        Assert.That(window.Take(0.5)!.Value.Milliseconds, Is.InRange(9, 11.5));
    }

    private static Series Count(int from, int to)
    {
        Series series = new(from);
        for (int value = from; value <= to; value++)
            series.Add(value, value);
        return series;
    }
}
