using Mongoose.Core.Units;

namespace Mongoose.Core.Downloads;

/// <summary>Measurements of all connections of a visitor since the last report.</summary>
/// <param name="RoundTrip">The present round trip: a low quantile over the connections; null if there is no sample.</param>
/// <param name="MinRoundTrip">The smallest round trip that TCP knows; zero if none.</param>
/// <param name="DeliveredBytes">Bytes that have arrived since the last report.</param>
/// <param name="HeldBytes">Bytes that TCP has and the viewer has not acknowledged, without those of stalled connections.</param>
/// <param name="Retransmitted">Segments sent again since the last report.</param>
/// <param name="SegmentBytes">Payload of a full segment.</param>
/// <param name="IsLimited">Whether more could have been sent if the window or the rate had permitted it.</param>
public readonly record struct DownloadProgress(
    Duration? RoundTrip, Duration MinRoundTrip, long DeliveredBytes, long HeldBytes, long Retransmitted, int SegmentBytes, bool IsLimited)
{
    /// <summary>The rate at which the packets of the visitor's circuits arrive on the same line, in bytes per second.</summary>
    public double CircuitRate { get; init; }
}
