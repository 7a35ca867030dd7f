using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// Measures the falls of the queue. A TCP at most halves its window after a loss. So if the round trip falls by a quarter although the
/// sender sends as before, others have at least half of the line.
/// </summary>
internal struct QueueFall(Instant now)
{
    /// <summary>The part of the round trip by which it falls if TCPs with half of the line halve their windows.</summary>
    private const double Deep = 0.25;

    /// <summary>A fall ends when the queue rises by this above its lowest delay.</summary>
    private static readonly Duration Rise = Duration.FromMilliseconds(10);

    /// <summary>A fall that takes longer has other causes: this, or round trips if they take longer.</summary>
    private static readonly Duration MaxTime = Duration.FromSeconds(1);

    private const double MaxRoundTrips = 4;

    private Duration _highest, _lowest, _roundTrip;
    private Instant _highestAt = now;
    private int _streams;

    /// <summary>Takes a reading. Returns whether a fall has ended that only others with half of the line can have caused.</summary>
    /// <param name="streams">The streams that the sender sends.</param>
    public bool IsDeep(int streams, in PathReading reading)
    {
        if (streams != _streams || reading.Queueing >= _highest)
        {
            Begin(streams, reading);
            return false;
        }
        _lowest = Duration.Min(_lowest, reading.Queueing);
        bool isLong = reading.At - _highestAt > Duration.Max(MaxTime, _roundTrip * MaxRoundTrips);
        if (!isLong && reading.Queueing < _lowest + Rise)
            return false;
        // An empty queue hides how far a window has fallen: a TCP may have timed out, or ended.
        bool isDeep = !isLong && _lowest >= DelayLimit.Short && _highest - _lowest >= _roundTrip * Deep;
        Begin(streams, reading);
        return isDeep;
    }

    private void Begin(int streams, in PathReading reading) =>
        (_streams, _highest, _lowest, _roundTrip, _highestAt) =
        (streams, reading.Queueing, reading.Queueing, reading.RoundTrip, reading.At);
}
