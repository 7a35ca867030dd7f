using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Capacities;

/// <summary>Measurements of an interval of at least <see cref="Intervals.MinLength"/>.</summary>
/// <param name="MinDelay">
/// The smallest queueing delay in the interval; zero without a sample, or if the interval exceeds <see cref="LineConstants.MaxInterval"/>.
/// </param>
/// <param name="IsKnown">Whether the delay was measured.</param>
/// <param name="Bytes">The bytes that passed with the data.</param>
/// <param name="Length">The interval's length.</param>
/// <param name="End">The interval's end.</param>
internal readonly record struct LineInterval(Duration MinDelay, bool IsKnown, long Bytes, Duration Length, Instant End)
{
    /// <summary>The rate of arrivals.</summary>
    public DataRate Rate => DataRate.Of(Bytes, Length);
}
