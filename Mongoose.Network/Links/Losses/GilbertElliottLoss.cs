using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Links.Losses;

/// <summary>
/// Losses in bursts: a good and a bad state, each with its own probability of loss, and a change of state between one packet and the next
/// (Gilbert 1960, Elliott 1963). All parameters are probabilities, 0 to 1. It starts in the states' long-run shares.
/// </summary>
/// <param name="GoodToBad">p: that bad follows good.</param>
/// <param name="BadToGood">r: that good follows bad; bad lasts 1/r packets in the mean.</param>
/// <param name="LossInGood">1 - k: of a packet in the good state.</param>
/// <param name="LossInBad">1 - h: of a packet in the bad state.</param>
/// <exception cref="ArgumentException">A parameter is outside 0 to 1.</exception>
public sealed record GilbertElliottLoss(double GoodToBad, double BadToGood, double LossInGood = 0, double LossInBad = 1) : LossModel
{
    /// <summary>Of the bounds of <see cref="OfBursts"/>, as a share.</summary>
    private const double Rounding = 1e-12;

    public double GoodToBad { get; } = Allowed.Probability(GoodToBad, "Gilbert-Elliott loss, good to bad");

    public double BadToGood { get; } = Allowed.Probability(BadToGood, "Gilbert-Elliott loss, bad to good");

    public double LossInGood { get; } = Allowed.Probability(LossInGood, "Gilbert-Elliott loss, in the good state");

    public double LossInBad { get; } = Allowed.Probability(LossInBad, "Gilbert-Elliott loss, in the bad state");

    /// <summary>The share of packets in the bad state.</summary>
    public double BadShare => GoodToBad == 0 ? 0 : GoodToBad / (GoodToBad + BadToGood);

    public double MeanLoss => BadShare * LossInBad + (1 - BadShare) * LossInGood;

    /// <summary>Gilbert's model, which loses all in the bad state and nothing in the good one.</summary>
    /// <param name="meanLoss">Share of packets lost, 0 to below 1.</param>
    /// <param name="meanBurstPackets">Packets lost in a row, in the mean; at least 1, and at least meanLoss / (1 - meanLoss).</param>
    /// <exception cref="ArgumentException">No such process exists.</exception>
    public static GilbertElliottLoss OfBursts(double meanLoss, double meanBurstPackets)
    {
        if (!(meanLoss >= 0 && meanLoss < 1))
            throw Impossible($"mean {meanLoss}: allowed are 0 to below 1");
        double odds = meanLoss / (1 - meanLoss);
        if (!(meanBurstPackets >= 1 && meanBurstPackets * (1 + Rounding) >= odds && double.IsFinite(meanBurstPackets)))
            throw Impossible($"packets of a mean burst {meanBurstPackets}: with a mean of {meanLoss}, {Math.Max(1, odds):0.###} or more are allowed");
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
