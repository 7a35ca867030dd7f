using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Links.Losses;

/// <summary>
/// Which packets a link loses on the way. A description; <see cref="Start"/> makes the process that follows it. Nothing limits how many are
/// lost in a row: a cap would make losses rarer than the model says, and bursts are part of the models.
/// </summary>
public abstract record LossModel
{
    public static readonly LossModel None = new BernoulliLoss(0);

    /// <param name="random">A stream of random numbers for this process alone.</param>
    /// <param name="now">When the link starts.</param>
    public abstract ILossProcess Start(SeededRandom random, Instant now);
}

/// <summary>Decides packet by packet, in the order of transmission.</summary>
public interface ILossProcess
{
    /// <param name="sent">When the transmitter is done with the packet.</param>
    bool LosesNext(Instant sent);
}
