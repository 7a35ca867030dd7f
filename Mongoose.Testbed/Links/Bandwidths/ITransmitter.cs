using Mongoose.Core.Units;

namespace Mongoose.Testbed.Links.Bandwidths;

/// <summary>Says when packets are out. It may keep what is left of a transmission opportunity, so ask once for each packet, in order.</summary>
public interface ITransmitter
{
    /// <summary>When the last bit of a packet has left whose transmission can begin at <paramref name="start"/>.</summary>
    Instant Finish(int wireBytes, Instant start);
}
