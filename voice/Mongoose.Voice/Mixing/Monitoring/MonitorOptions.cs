using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>Options of a monitor.</summary>
/// <param name="LossUnit">What loss intervals count.</param>
/// <param name="Detection">How a packet is found lost.</param>
/// <param name="SegmentBytes">s of the fair rate, in bytes.</param>
/// <param name="IsSteady">
/// Whether the fair rate follows the mean round trip of ten seconds, and discounting RFC 5348; otherwise the last round trip, and RFC 3448, as in the paper.
/// </param>
internal sealed record MonitorOptions(LossUnit LossUnit, LossDetection Detection, double SegmentBytes, bool IsSteady)
{
    /// <summary>THRESHOLD of history discounting, which RFC 5348 lowered.</summary>
    public double DiscountFloor => IsSteady ? LossIntervals.Rfc5348DiscountFloor : Rfc3448DiscountFloor;

    /// <summary>The audio of a packet.</summary>
    public Duration Interval { get; init; } = Duration.FromMilliseconds(20);

    private const double Rfc3448DiscountFloor = 0.5;
}
