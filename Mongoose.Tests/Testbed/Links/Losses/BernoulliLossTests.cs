using Mongoose.Testbed.Links.Losses;
using Mongoose.Testbed.Numerics;

namespace Mongoose.Tests.Testbed.Links.Losses;

[Parallelizable(ParallelScope.All)]
public sealed class BernoulliLossTests
{
    [TestCase(0.01)]
    [TestCase(0.1)]
    [TestCase(0.5)]
    public void Losses_have_their_probability_and_belong_to_the_seed(double probability)
    {
        const int packets = 100_000;
        bool[] first = Lost(probability, seed: 1, packets);
        double sigma = Math.Sqrt(packets * probability * (1 - probability));
        Assert.That(first.Count(lost => lost), Is.EqualTo(packets * probability).Within(4 * sigma));
        Assert.That(Lost(probability, seed: 1, packets), Is.EqualTo(first));
        Assert.That(Lost(probability, seed: 2, packets), Is.Not.EqualTo(first));
    }

    [TestCase(0, 0)]
    [TestCase(1, 100)]
    public void Probability_0_loses_nothing_and_1_all(double probability, int expected) =>
        Assert.That(Lost(probability, seed: 3, packets: 100).Count(lost => lost), Is.EqualTo(expected));

    private static bool[] Lost(double probability, int seed, int packets)
    {
        ILossProcess process = new BernoulliLoss(probability).Start(new SeededRandom(seed));
        return Enumerable.Range(0, packets).Select(_ => process.LosesNext()).ToArray();
    }
}
