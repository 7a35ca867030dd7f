using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// Whether the sender competes with others, that is, whether others keep the queue whatever the sender does. A competition ends when the
/// queue has been short for longer than a TCP needs to fill it again after a loss.
/// </summary>
internal struct Competition(Instant now)
{
    /// <summary>How long the sender remembers that others filled the queue: visitors who load pages do so again and again.</summary>
    private static readonly Duration Memory = Duration.FromSeconds(600);

    /// <summary>The time with a short queue that ends a competition: this, or round trips if they take longer.</summary>
    private static readonly Duration MinShort = Duration.FromSeconds(1);

    private const double ShortRoundTrips = 8;

    /// <summary>In this time T may permit more than the sender's share: it takes some losses to know what others have.</summary>
    private static readonly Duration Learning = Duration.FromSeconds(60);

    /// <summary>In this time a TCP that has left slow start may reduce its window twice.</summary>
    private static readonly Duration SlowStart = Duration.FromSeconds(5);

    private QueueFall _fall = new(now);
    private Overload _overload;
    private Instant _since, _lastAt = Instant.LongAgo;
    private bool _hasLoss, _othersHaveHalf;

    /// <summary>Whether the sender competes.</summary>
    public bool IsOn { get; private set; }

    /// <summary>Whether a queue is probably that of others, because an earlier one was.</summary>
    public readonly bool IsExpected(Instant now) => now - _lastAt < Memory;

    /// <summary>A queue was that of others.</summary>
    public void Expect(Instant now) => _lastAt = now;

    public void Begin(in PathReading reading)
    {
        (IsOn, _since, _lastAt, _overload) = (true, reading.At, reading.At, new Overload(reading.At));
        (_hasLoss, _othersHaveHalf) = (reading.IsNewLossEvent, false);
    }

    public void End() => IsOn = false;

    /// <summary>Takes a reading, and the streams that the sender sends.</summary>
    public void Take(int streams, in PathReading reading)
    {
        _hasLoss |= reading.IsNewLossEvent;
        _othersHaveHalf |= _fall.IsDeep(streams, reading) && reading.At - _since > SlowStart;
    }

    /// <summary>
    /// Whether T may permit more than the sender's share: for some time, before a loss, and if others are known to have at least half of
    /// the line.
    /// </summary>
    public readonly bool TrustsLosses(Instant now) =>
        _othersHaveHalf || !_hasLoss || now - _since < Learning;

    /// <summary>Whether others are gone.</summary>
    /// <param name="shortTime">How long the queue has been short.</param>
    public readonly bool IsOver(Duration shortTime, in PathReading reading) =>
        IsOn && shortTime > Duration.Max(MinShort, reading.RoundTrip * ShortRoundTrips);

    /// <summary>Whether the others do not yield.</summary>
    public bool HasFailed(in PathReading reading) => _overload.IsFound(reading);

    /// <summary>The sender no longer competes, and takes the next queue for its own.</summary>
    public void Forget() => (IsOn, _lastAt) = (false, Instant.LongAgo);
}
