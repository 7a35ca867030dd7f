using Mongoose.Core.Units;

namespace Mongoose.Core.Loss;

/// <summary>
/// Groups losses into loss events: all losses within one round trip of the first are one event (RFC 5348 section 5.2). Steps: a packet lost
/// at its nominal time t begins a new event if t is later than the beginning of the last event plus one round trip.
/// </summary>
public struct LossEvents
{
    private Instant _began;

    /// <summary>Loss events so far.</summary>
    public long Count { get; private set; }

    /// <summary>When the last event began; meaningless before the first.</summary>
    public readonly Instant Began => _began;

    /// <summary>
    /// Takes one gap; true if it begins an event, and then which packet was the first lost of it. A gap longer than a round trip is asked
    /// for again, from the packet after <paramref name="firstLost"/>, until false.
    /// </summary>
    /// <param name="gap">The packets lost.</param>
    /// <param name="from">Where in the gap to begin: at first <see cref="LossGap.First"/>.</param>
    /// <param name="roundTrip">The round-trip time.</param>
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
