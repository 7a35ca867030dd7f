using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp;

/// <summary>What a receiver answers.</summary>
/// <param name="Next">The next byte that it expects: all before have arrived.</param>
/// <param name="Window">Bytes from <paramref name="Next"/> on that it has room for.</param>
/// <param name="Echo">The timestamp of the segment that this answers (TSecr, RFC 7323).</param>
/// <param name="Ece">A packet was marked, and the sender has not said yet that it knows (RFC 3168).</param>
/// <param name="Sack">What has arrived beyond; empty without SACK.</param>
public readonly record struct AckSegment(long Next, long Window, Instant Echo, bool Ece = false, SackBlocks Sack = default);
