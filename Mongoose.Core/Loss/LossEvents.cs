using Mongoose.Core.Units;

namespace Mongoose.Core.Loss;

/// <summary>
/// Groups losses into loss events: all losses within one round trip of the first loss form one event (RFC 5348 section 5.2). A packet lost
/// at its nominal time t begins a new event if t is later than the beginning of the last event plus one round trip.
/// </summary>
public struct LossEvents
{
    /// <summary>When the last event began; undefined before the first event.</summary>
    private Instant _began;

    /// <summary>Loss events so far.</summary>
    public long Count { get; private set; }

    /// <summary>
    /// Returns whether a gap begins an event, and which lost packet begins it. A gap longer than a round trip may begin several events:
    /// call again from the packet after <paramref name="firstLost"/> until the result is false.
    /// </summary>
    /// <param name="gap">The lost packets.</param>
    /// <param name="from">Number of the packet to start from; <see cref="LossGap.First"/> in the first call.</param>
    /// <param name="firstLost">Number of the packet that begins the event.</param>
    public bool TryBegin(in LossGap gap, long from, Duration roundTrip, out long firstLost)
    {
        for (firstLost = from; firstLost <= gap.Last; firstLost++)
        {
            Instant lostAt = gap.NominalTime(firstLost);
            if (Count > 0 && lostAt <= _began + roundTrip)
                continue;
            _began = lostAt;
            Count++;
            return true;
        }
        return false;
    }
}
