using Mongoose.Core.Units;
using Mongoose.Network.Clamping;

namespace Mongoose.Testbed.Gateways;

/// <summary>The clamp of a gateway during an interval.</summary>
/// <param name="Clamp">The clamp's state at the end of the interval.</param>
/// <param name="Released">The part of the interval in which the clamp limited no flow.</param>
internal sealed record ClampPeriod(ClampReading Clamp, Duration Released)
{
    /// <summary>Merges two consecutive intervals.</summary>
    public ClampPeriod With(ClampPeriod later) => later with { Released = Released + later.Released };
}
