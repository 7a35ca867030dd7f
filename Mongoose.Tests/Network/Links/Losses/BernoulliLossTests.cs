using Mongoose.Network.Links.Losses;

namespace Mongoose.Tests.Network.Links.Losses;

public sealed class BernoulliLossTests
{
    [TestCase(0.01)]
    [TestCase(0.1)]
    [TestCase(0.5)]
    public void Losses_have_their_probability_and_depend_on_the_seed(double probability)
    {
        const int packets = 100_000;
        BernoulliLoss model = new(probability);
        bool[] first = LossesOf.Packets(model, seed: 1, packets);
        double sigma = Math.Sqrt(packets * probability * (1 - probability));
        Assert.That(first.Count(lost => lost), Is.EqualTo(packets * probability).Within(4 * sigma));
        Assert.That(LossesOf.Packets(model, seed: 1, packets), Is.EqualTo(first));
        Assert.That(LossesOf.Packets(model, seed: 2, packets), Is.Not.EqualTo(first));
    }

    [TestCase(0, 0)]
    [TestCase(1, 100)]
    public void Probability_0_loses_nothing_and_1_loses_everything(double probability, int expected) =>
        Assert.That(LossesOf.Numbers(new BernoulliLoss(probability), 100), Has.Length.EqualTo(expected));

    [TestCase(-0.01)]
    [TestCase(1.01)]
    [TestCase(double.NaN)]
    public void An_invalid_probability_is_refused(double probability) => Assert.That(() => new BernoulliLoss(probability),
        Throws.ArgumentException.With.Message.EqualTo(FormattableString.Invariant($"loss, probability {probability}: allowed are 0 to 1")));
}
