using Mongoose.Core.Status.History;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Status.History;

[Parallelizable(ParallelScope.Self)]
public sealed class RecentRoundTripsTests
{
    [Test]
    public void Each_second_has_the_mean_of_its_round_trips_and_one_without_any_repeats_the_last()
    {
        RecentRoundTrips recent = new(kept: 3);
        Add(recent, milliseconds: 500, count: 4);
        Assert.That(recent.Seconds, Is.Empty, "what was before is not of this second");
        Add(recent, 560, 6);
        Add(recent, 560, 6);
        Add(recent, 610, 7);
        Assert.That(recent.Seconds, Is.EqualTo(new[] { 30.0, 30, 50 }));
        Add(recent, 690, 8);
        Assert.That(recent.Seconds, Is.EqualTo(new[] { 30.0, 50, 80 }));
    }

    [Test]
    public void Seconds_with_round_trips_are_counted_over_ten_seconds()
    {
        RecentRoundTrips recent = new(kept: 20);
        for (int second = 1; second <= 13; second++)
            Add(recent, 40 * (second / 2), second / 2);
        Assert.That(recent.RecentSeconds, Is.EqualTo(5), "every other second has some");
    }

    private static void Add(RecentRoundTrips recent, double milliseconds, long count) =>
        recent.Add((Duration.FromMilliseconds(milliseconds), count));
}
