using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Tests.Runtime.Statistics;

public sealed class UtilisationTests
{
    [Test]
    public void Bytes_over_what_the_link_could_have_carried() => Assert.That(
        Utilisation.Of(750_000, DataRate.FromMegabitsPerSecond(1), Duration.FromSeconds(10)), Is.EqualTo(0.6));

    [Test]
    public void No_time_is_no_capacity() =>
        Assert.That(Utilisation.Of(0, DataRate.FromMegabitsPerSecond(1), Duration.Zero), Is.NaN);

    [Test]
    public void Where_the_capacity_changes_it_is_the_sums_that_count() =>
        Assert.That(Utilisation.Of([1000, 500], [1000, 3000]), Is.EqualTo(0.375), "not the mean of 1 and 1/6");

    [Test]
    public void Bins_must_match() => Assert.That(() => Utilisation.Of([1], [1, 2]), Throws.ArgumentException);
}
