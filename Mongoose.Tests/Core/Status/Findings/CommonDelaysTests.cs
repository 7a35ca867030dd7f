using Mongoose.Core.Status.Findings;

namespace Mongoose.Tests.Core.Status.Findings;

/// <summary>Round trips that rise and fall together have one cause.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class CommonDelaysTests
{
    private static readonly RegionEvidence Region = Cases.Region();

    [Test]
    public void A_circuit_is_compared_with_the_median_of_the_others()
    {
        CommonDelays delays = CommonDelays.Of([Of(i => i % 4), Of(i => 7 * (i % 4)), Of(i => -(i % 4)), Of(i => i % 4)]);
        Assert.That(delays.CorrelationOf(0), Is.EqualTo(1).Within(1e-9));
        Assert.That(delays.CorrelationOf(2), Is.EqualTo(-1).Within(1e-9));
    }

    [Test]
    public void A_common_trend_is_no_common_cause()
    {
        Random random = new(1);
        CommonDelays delays = CommonDelays.Of([.. Enumerable.Range(0, 5).Select(_ => Of(i => 10 * i + 50 * random.NextDouble()))]);
        Assert.That(delays.CorrelationOf(0), Is.LessThan(CommonDelays.Together));
    }

    [Test]
    public void Few_points_and_few_others_say_nothing()
    {
        Assert.That(CommonDelays.Of([Of(i => i % 4), Of(i => i % 4)]).CorrelationOf(0), Is.Null, "one other");
        CommonDelays delays = CommonDelays.Of([Of(i => i % 4), Of(i => i % 4), Of(i => i % 4), Of(i => i % 4, seconds: 5)]);
        Assert.That((delays.CorrelationOf(3), delays.CorrelationOf(0)), Is.EqualTo(((double?)null, (double?)1)), "five seconds");
        Assert.That(CommonDelays.Of([]), Is.Not.Null);
    }

    private static VisitorEvidence Of(Func<int, double> trip, int seconds = 20) =>
        Cases.Visitor(Region) with { RoundTrips = [.. Enumerable.Range(0, seconds).Select(trip)] };
}
