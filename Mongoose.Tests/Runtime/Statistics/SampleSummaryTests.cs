using Mongoose.Runtime.Statistics;

namespace Mongoose.Tests.Runtime.Statistics;

public sealed class SampleSummaryTests
{
    [Test]
    public void Interval_is_the_mean_and_t_times_the_standard_error()
    {
        // Mean 3, variance 10/4, standard error sqrt(2.5/5); t(0.975, 4) = 2.7764.
        SampleSummary summary = SampleSummary.From([1, 2, 3, 4, 5]);
        Assert.That((summary.N, summary.Mean), Is.EqualTo((5, 3.0)));
        Assert.That(summary.Sd, Is.EqualTo(Math.Sqrt(2.5)).Within(1e-12));
        Assert.That(summary.High95 - 3, Is.EqualTo(2.7764451 * Math.Sqrt(0.5)).Within(1e-6));
        Assert.That(3 - summary.Low95, Is.EqualTo(summary.High95 - 3).Within(1e-12));
    }

    [Test]
    public void Missing_measurements_do_not_count() =>
        Assert.That(SampleSummary.From([1, double.NaN, 3]), Is.EqualTo(SampleSummary.From([1, 3])));

    [Test]
    public void One_measurement_has_a_mean_and_no_interval() =>
        Assert.That(SampleSummary.From([7]), Is.EqualTo(new SampleSummary(1, 7, double.NaN, double.NaN, double.NaN)));

    [Test]
    public void Without_measurements_there_is_no_mean() => Assert.That(SampleSummary.From([]).Mean, Is.NaN);
}
