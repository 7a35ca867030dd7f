using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>Options of a monitor.</summary>
/// <param name="LossUnit">The unit of loss intervals.</param>
/// <param name="Detection">The method that detects lost packets.</param>
/// <param name="SegmentBytes">s, the segment size in the equation of the fair rate, in bytes.</param>
/// <param name="IsSteady">
/// Whether the fair rate uses the mean round trip of ten seconds and the discounting of RFC 5348, and a loss event may outlast a round trip
/// (<see cref="LossEpisode"/>). Otherwise: the smoothed round trip, RFC 3448, and events of one round trip, as in the paper.
/// </param>
internal sealed record MonitorOptions(LossUnit LossUnit, LossDetection Detection, double SegmentBytes, bool IsSteady)
{
    /// <summary>THRESHOLD of history discounting, which RFC 5348 lowered.</summary>
    public double DiscountFloor => IsSteady ? LossIntervals.Rfc5348DiscountFloor : Rfc3448DiscountFloor;

    /// <summary>The time of a packet's audio.</summary>
    public Duration Interval { get; init; } = Duration.FromMilliseconds(20);

    private const double Rfc3448DiscountFloor = 0.5;
}
