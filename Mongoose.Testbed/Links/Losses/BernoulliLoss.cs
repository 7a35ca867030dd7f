using Mongoose.Testbed.Numerics;

namespace Mongoose.Testbed.Links.Losses;

/// <summary>Each packet by itself.</summary>
/// <param name="Probability">0 to 1.</param>
public sealed record BernoulliLoss(double Probability) : LossModel
{
    public override ILossProcess Start(SeededRandom random) => new Process(random, Probability);

    private sealed class Process(SeededRandom random, double probability) : ILossProcess
    {
        public bool LosesNext() => random.Chance(probability);
    }
}
