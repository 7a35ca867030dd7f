using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>The arrival of a packet on the circuit.</summary>
/// <param name="Now">When the packet arrived.</param>
/// <param name="Bytes">The packet's UDP payload in bytes, as received from the network.</param>
/// <param name="Verdict">The conclusion from the packet's sequence number.</param>
public readonly record struct PacketEvent(Instant Now, int Bytes, PacketVerdict Verdict);
