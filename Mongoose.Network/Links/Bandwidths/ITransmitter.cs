using Mongoose.Core.Units;

namespace Mongoose.Network.Links.Bandwidths;

/// <summary>Says when packets are out. Ask once for each packet, in order: it keeps what is left of a transmission opportunity.</summary>
public interface ITransmitter
{
    /// <summary>
    /// When the last bit of a packet has left whose transmission can begin at <paramref name="start"/>; <see cref="Instant.Never"/> when
    /// the rate is zero from then on.
    /// </summary>
    /// <param name="wireBytes">Of the packet.</param>
    /// <param name="start">Not before the packet before it was out.</param>
    /// <param name="backToBack">The packet waited for the one before it, and <paramref name="start"/> is when that was out.</param>
    Instant Finish(int wireBytes, Instant start, bool backToBack);
}
