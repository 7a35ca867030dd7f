using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Links.Losses;

/// <summary>
/// Decides which packets a link loses. This is a description; <see cref="Start"/> creates the process that follows it. The number of
/// consecutive losses is not limited: a limit would make losses rarer than the model specifies, and bursts are part of the models.
/// </summary>
public abstract record LossModel
{
    public static readonly LossModel None = new BernoulliLoss(0);

    /// <param name="random">A stream of random numbers for this process alone.</param>
    /// <param name="now">The start of the link.</param>
    public abstract ILossProcess Start(SeededRandom random, Instant now);
}

/// <summary>Decides packet by packet, in the order of transmission.</summary>
public interface ILossProcess
{
    /// <param name="sent">When the transmitter has sent the packet.</param>
    bool LosesNext(Instant sent);
}
