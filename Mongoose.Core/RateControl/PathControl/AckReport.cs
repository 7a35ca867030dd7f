using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>What the acks of one datagram from a viewer report.</summary>
/// <param name="At">When the datagram arrived.</param>
/// <param name="Bytes">UDP payload acknowledged for the first time, in bytes, above zero.</param>
/// <param name="HighestLost">The highest number found lost through this datagram; null if none.</param>
public readonly record struct AckReport(Instant At, long Bytes, uint? HighestLost);
