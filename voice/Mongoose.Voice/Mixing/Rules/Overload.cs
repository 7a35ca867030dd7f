using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// Whether more arrives at a full queue than the line carries, for so long that the others cannot be TCPs: a TCP yields within some round
/// trips, even after a slow start that has lost half of a window.
/// </summary>
/// <param name="now">When the sender begins to compete.</param>
internal struct Overload(Instant now)
{
    /// <summary>The share of lost packets. Beside TCPs, less is lost in the long run.</summary>
    private const double Losses = 0.025;

    /// <summary>The time in which a TCP yields: this, or round trips if they take longer.</summary>
    private static readonly Duration MinTime = Duration.FromSeconds(4);

    private const double RoundTrips = 5;

    /// <summary>If the queue falls by more than this within a second, others yield.</summary>
    private static readonly Duration Yields = Duration.FromMilliseconds(-30);

    private Instant _since = now;

    /// <summary>Takes a reading. Returns whether the line is overloaded.</summary>
    public bool IsFound(in PathReading reading)
    {
        if (reading.LatestLossShare < Losses || reading.Queueing < DelayLimit.Long || reading.QueueingChange < Yields)
            _since = reading.At;
        return reading.At - _since >= Duration.Max(MinTime, reading.RoundTrip * RoundTrips);
    }
}
