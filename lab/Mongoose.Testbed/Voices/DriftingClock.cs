using Mongoose.Core.Units;

namespace Mongoose.Testbed.Voices;

/// <summary>A clock that runs faster or slower than another, and agrees with it at one time.</summary>
/// <param name="start">The time at which both agree.</param>
/// <param name="drift">The excess of the clock's speed, in millionths.</param>
internal sealed class DriftingClock(Instant start, double drift)
{
    private readonly double _drift = drift / 1e6;

    /// <summary>The time of this clock at a time of the other.</summary>
    public Instant Shows(Instant at) => at + (at - start) * _drift;

    /// <summary>The time of the other at which this clock shows at least <paramref name="shown"/>.</summary>
    public Instant When(Instant shown) => _drift == 0 || shown == Instant.Never
        ? shown
        : start + (shown - start) / (1 + _drift) + new Duration(1);
}
