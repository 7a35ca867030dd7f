using Mongoose.Network.Clamping.Sharing;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Clamping.Sharing;

public sealed class WaterLevelTests
{
    private const double Everything = double.PositiveInfinity;

    [TestCase(new[] { 2.0, 2.6, 4, 5 }, 10, 2.7)]
    [TestCase(new[] { 5, 2.0, 4, 2.6 }, 10, 2.7)]
    [TestCase(new[] { Everything, 1, Everything }, 19, 9)]
    [TestCase(new[] { Everything }, 7, 7)]
    [TestCase(new[] { 3.0, 4 }, 7, Everything)]
    [TestCase(new double[0], 7, Everything)]
    [TestCase(new[] { 3.0, 4 }, 0, 0)]
    public void The_level_is_where_the_members_take_the_capacity(double[] needs, double capacity, double expected) =>
        Assert.That(Level(needs, capacity), Is.EqualTo(expected).Within(1e-12));

    [ForAll(MaxTest = 300)]
    public void The_shares_add_up_to_the_capacity_and_nobody_with_an_unmet_need_has_less_than_another(int seed)
    {
        Random random = new(seed);
        double[] needs = [.. Enumerable.Range(0, random.Next(1, 60))
            .Select(_ => random.Next(4) == 0 ? Everything : random.NextDouble() * 10)];
        double capacity = random.NextDouble() * random.Next(1, 300), level = Level(needs, capacity);
        double[] shares = [.. needs.Select(need => Math.Min(need, level))];
        if (level == Everything)
            Assert.That(needs.Sum(), Is.LessThanOrEqualTo(capacity + 1e-9));
        else
            Assert.That(shares.Sum(), Is.EqualTo(capacity).Within(1e-9));
        for (int i = 0; i < needs.Length; i++)
        {
            if (shares[i] < needs[i])
                Assert.That(shares[i], Is.GreaterThanOrEqualTo(shares.Max() - 1e-9));
        }
    }

    private static double Level(double[] needs, double capacity)
    {
        WaterLevel level = new();
        foreach (double need in needs)
            level.Add(need);
        return level.Find(capacity);
    }
}
