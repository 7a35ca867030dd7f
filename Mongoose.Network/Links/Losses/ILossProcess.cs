using Mongoose.Core.Units;

namespace Mongoose.Network.Links.Losses;

/// <summary>Decides packet by packet, in the order of transmission.</summary>
public interface ILossProcess
{
    /// <param name="sent">When the transmitter is done with the packet.</param>
    bool LosesNext(Instant sent);
}
