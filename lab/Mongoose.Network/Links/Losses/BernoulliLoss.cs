using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Links.Losses;

/// <summary>Loses each packet independently with the same probability.</summary>
/// <param name="Probability">The probability of loss, 0 to 1.</param>
/// <exception cref="ArgumentException">The probability is outside 0 to 1.</exception>
public sealed record BernoulliLoss(double Probability) : LossModel
{
    public double Probability { get; } = Allowed.Probability(Probability, "loss, probability");

    public override ILossProcess Start(SeededRandom random, Instant now) => new Process(random, Probability);

    private sealed class Process(SeededRandom random, double probability) : ILossProcess
    {
        public bool LosesNext(Instant sent) => random.Chance(probability);
    }
}
