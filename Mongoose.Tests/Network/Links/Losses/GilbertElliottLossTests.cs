using Mongoose.Network.Links.Losses;

namespace Mongoose.Tests.Network.Links.Losses;

public sealed class GilbertElliottLossTests
{
    private const int Packets = 1_000_000;

    [TestCase(0.01, 1)]
    [TestCase(0.02, 5)]
    [TestCase(0.5, 10)]
    [TestCase(0.9, 9)]
    public void Mean_loss_and_mean_burst_are_as_requested(double meanLoss, double meanBurst)
    {
        GilbertElliottLoss model = GilbertElliottLoss.OfBursts(meanLoss, meanBurst);
        Assert.That(model.BadShare * model.LossInBad + (1 - model.BadShare) * model.LossInGood, Is.EqualTo(meanLoss).Within(1e-12));
        bool[] lost = LossesOf.Packets(model, seed: 1, Packets);
        int losses = lost.Count(l => l), bursts = lost.Where((l, i) => l && (i == 0 || !lost[i - 1])).Count();
        Assert.That((double)losses / Packets, Is.EqualTo(meanLoss).Within(3).Percent);
        Assert.That((double)losses / bursts, Is.EqualTo(meanBurst).Within(3).Percent);
    }

    [Test]
    public void All_four_parameters_show_in_the_losses()
    {
        // Bad for 4 packets on average, a fifth of the time: 0.2 * 0.75 + 0.8 * 0.05 = 19 %.
        GilbertElliottLoss model = new(GoodToBad: 1 / 16.0, BadToGood: 0.25, LossInGood: 0.05, LossInBad: 0.75);
        Assert.That(model.BadShare, Is.EqualTo(0.2).Within(1e-12));
        bool[] lost = LossesOf.Packets(model, seed: 1, Packets);
        Assert.That(lost.Count(l => l) / (double)Packets, Is.EqualTo(0.19).Within(2).Percent);

        // Two losses in a row: bad both times, or a change, or good both times; by the definition.
        double both = 0.2 * 0.75 * (0.75 * 0.75 + 0.25 * 0.05) + 0.8 * 0.05 * (0.0625 * 0.75 + 0.9375 * 0.05);
        Assert.That(lost.Zip(lost.Skip(1)).Count(pair => pair.First && pair.Second) / (double)Packets, Is.EqualTo(both).Within(3).Percent);
    }

    [Test]
    public void The_seed_decides_and_the_first_packet_is_lost_as_often_as_any()
    {
        GilbertElliottLoss model = GilbertElliottLoss.OfBursts(0.3, 20);
        Assert.That(LossesOf.Packets(model, 1, 1000), Is.EqualTo(LossesOf.Packets(model, 1, 1000)));
        Assert.That(LossesOf.Packets(model, 1, 1000), Is.Not.EqualTo(LossesOf.Packets(model, 2, 1000)));
        int first = Enumerable.Range(0, 10_000).Count(seed => LossesOf.Packets(model, seed, 1)[0]);
        Assert.That(first, Is.EqualTo(3000).Within(4 * Math.Sqrt(2100)));
    }

    [Test]
    public void Without_a_change_of_state_the_state_stays_good() =>
        Assert.That(LossesOf.Numbers(new GilbertElliottLoss(0, 0), 1000), Is.Empty);

    [TestCase(1.5, 0, 0, 0, "good to bad 1.5")]
    [TestCase(0, -1, 0, 0, "bad to good -1")]
    [TestCase(0, 0, 2, 0, "in the good state 2")]
    [TestCase(0, 0, 0, double.NaN, "in the bad state NaN")]
    public void An_invalid_probability_is_refused(double p, double r, double good, double bad, string what) =>
        Assert.That(() => new GilbertElliottLoss(p, r, good, bad),
            Throws.ArgumentException.With.Message.EqualTo($"Gilbert-Elliott loss, {what}: allowed are 0 to 1"));

    [TestCase(1, 2, "Gilbert-Elliott loss, mean 1: allowed are 0 to below 1")]
    [TestCase(0.1, 0.5, "Gilbert-Elliott loss, packets of a mean burst 0.5: with a mean of 0.1, 1 or more are allowed")]
    [TestCase(0.75, 2, "Gilbert-Elliott loss, packets of a mean burst 2: with a mean of 0.75, 3 or more are allowed")]
    public void Impossible_means_are_refused(double meanLoss, double meanBurst, string message) =>
        Assert.That(() => GilbertElliottLoss.OfBursts(meanLoss, meanBurst), Throws.ArgumentException.With.Message.EqualTo(message));
}
