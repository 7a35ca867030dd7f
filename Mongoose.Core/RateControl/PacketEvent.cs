using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>A packet of the circuit has arrived.</summary>
/// <param name="Now">When.</param>
/// <param name="Bytes">Its UDP payload, in bytes, as it came over the network.</param>
/// <param name="Verdict">What its sequence number says.</param>
public readonly record struct PacketEvent(Instant Now, int Bytes, PacketVerdict Verdict);
