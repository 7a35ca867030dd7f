using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>What the acks of one datagram of a viewer say.</summary>
/// <param name="At">When the datagram arrived.</param>
/// <param name="Bytes">UDP payload that it acknowledged for the first time, above zero.</param>
/// <param name="HighestLost">The highest number that was found to be lost by it; null if none was.</param>
public readonly record struct AckReport(Instant At, long Bytes, uint? HighestLost);
