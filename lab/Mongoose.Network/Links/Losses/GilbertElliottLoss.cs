using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Links.Losses;

/// <summary>
/// Losses in bursts: a good and a bad state, each with its own probability of loss; the state may change between one packet and the next
/// (Gilbert 1960, Elliott 1963). All parameters are probabilities, 0 to 1. The initial state is drawn from the states' long-run shares.
/// </summary>
/// <param name="GoodToBad">p: the probability that the bad state follows the good state.</param>
/// <param name="BadToGood">
/// r: the probability that the good state follows the bad state; the bad state lasts 1/r packets on average.
/// </param>
/// <param name="LossInGood">1 - k: the probability of loss in the good state.</param>
/// <param name="LossInBad">1 - h: the probability of loss in the bad state.</param>
/// <exception cref="ArgumentException">A parameter is outside 0 to 1.</exception>
public sealed record GilbertElliottLoss(double GoodToBad, double BadToGood, double LossInGood = 0, double LossInBad = 1) : LossModel
{
    /// <summary>The relative rounding tolerance of the bounds of <see cref="OfBursts"/>.</summary>
    private const double Rounding = 1e-12;

    public double GoodToBad { get; } = Allowed.Probability(GoodToBad, "Gilbert-Elliott loss, good to bad");

    public double BadToGood { get; } = Allowed.Probability(BadToGood, "Gilbert-Elliott loss, bad to good");

    public double LossInGood { get; } = Allowed.Probability(LossInGood, "Gilbert-Elliott loss, in the good state");

    public double LossInBad { get; } = Allowed.Probability(LossInBad, "Gilbert-Elliott loss, in the bad state");

    /// <summary>The share of packets in the bad state.</summary>
    public double BadShare => GoodToBad == 0 ? 0 : GoodToBad / (GoodToBad + BadToGood);

    /// <summary>Gilbert's model, which loses every packet in the bad state and none in the good state.</summary>
    /// <param name="meanLoss">Share of packets lost, 0 to below 1.</param>
    /// <param name="meanBurstPackets">Mean number of packets lost in a row; at least 1, and at least meanLoss / (1 - meanLoss).</param>
    /// <exception cref="ArgumentException">No such process exists.</exception>
    public static GilbertElliottLoss OfBursts(double meanLoss, double meanBurstPackets)
    {
        if (!(meanLoss >= 0 && meanLoss < 1))
            throw Impossible($"mean {meanLoss}: allowed are 0 to below 1");
        double odds = meanLoss / (1 - meanLoss);
        if (!(meanBurstPackets >= 1 && meanBurstPackets * (1 + Rounding) >= odds && double.IsFinite(meanBurstPackets)))
            throw Impossible(
                $"packets of a mean burst {meanBurstPackets}: with a mean of {meanLoss}, {Math.Max(1, odds):0.###} or more are allowed");
        return new GilbertElliottLoss(Math.Min(1, odds / meanBurstPackets), 1 / meanBurstPackets);
    }

    public override ILossProcess Start(SeededRandom random, Instant now) => new Process(this, random);

    private static ArgumentException Impossible(FormattableString what) =>
        new("Gilbert-Elliott loss, " + what.ToString(CultureInfo.InvariantCulture));

    private sealed class Process(GilbertElliottLoss model, SeededRandom random) : ILossProcess
    {
        private bool _bad = random.Chance(model.BadShare);

        public bool LosesNext(Instant sent)
        {
            bool loses = random.Chance(_bad ? model.LossInBad : model.LossInGood);
            if (random.Chance(_bad ? model.BadToGood : model.GoodToBad))
                _bad = !_bad;
            return loses;
        }
    }
}
