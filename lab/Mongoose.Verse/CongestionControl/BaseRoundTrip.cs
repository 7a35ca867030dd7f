using Mongoose.Core.Units;

namespace Mongoose.Verse.CongestionControl;

/// <summary>
/// The round trip of the path without queues: the smallest sample. A sender that keeps a queue never sees this base again, so after ten
/// seconds without it the sender drains: it reduces its window for a moment, and the smallest sample of that moment becomes the base, even
/// if it is higher than before (another route, or a queue that others keep). Such a base is examined every ten seconds, because the queue
/// may have become the sender's own. Flows that share a queue see the same small samples, so they drain together, as in BBR's ProbeRTT.
/// </summary>
internal sealed class BaseRoundTrip
{
    private static readonly Duration Lifetime = Duration.FromSeconds(10);
    private static readonly Duration MinDrain = Duration.FromMilliseconds(150), Pause = Duration.FromSeconds(1);

    /// <summary>
    /// A sample that exceeds the base by at most this and the transmission of a packet confirms it despite jitter and longer packets.
    /// </summary>
    private static readonly Duration Margin = Duration.FromMilliseconds(2);

    private Instant _seenAt;
    private Instant _drainEnd = Instant.Never;
    private Instant _drained;
    private Instant _drainAgain = Instant.Zero;
    private Duration _min = Duration.MaxValue, _minBefore = Duration.Zero;
    private Duration _before = Duration.MaxValue, _lowest = Duration.MaxValue;

    /// <summary><see cref="Duration.MaxValue"/> before the first sample.</summary>
    public Duration Value { get; private set; } = Duration.MaxValue;

    public bool IsDraining => _drainEnd != Instant.Never;

    /// <summary>Adds a sample.</summary>
    /// <param name="sample">A round trip.</param>
    /// <param name="smoothed">The smoothed round trip: until it has passed, samples of a drain are still those of the old window.</param>
    /// <param name="transmission">The time that a packet takes to be transmitted; the base may come from a shorter packet.</param>
    /// <param name="othersQueue">Whether others keep a queue: only two drains that agree raise the base then.</param>
    /// <param name="now">When the acknowledgment arrived.</param>
    public void Add(Duration sample, Duration smoothed, Duration transmission, bool othersQueue, Instant now)
    {
        if (sample <= Value || sample - Value <= Margin + transmission)
            (Value, _seenAt) = (Duration.Min(sample, Value), now);
        _lowest = Duration.Min(_lowest, Value);
        if (!IsDraining)
        {
            if (now - _seenAt > Lifetime || now >= _drainAgain && Value - _lowest > Margin + transmission)
                BeginDrain(smoothed, now);
            return;
        }
        if (now >= _drained)
            _min = Duration.Min(_min, sample);
        if (now >= _drainEnd && _min != Duration.MaxValue)
            EndDrain(transmission, othersQueue, now);
    }

    private void BeginDrain(Duration smoothed, Instant now)
    {
        _drained = now + smoothed;
        _drainEnd = _drained + Duration.Max(smoothed / 2, MinDrain);
        (_min, _before) = (Duration.MaxValue, Value);
    }

    private void EndDrain(Duration transmission, bool othersQueue, Instant now)
    {
        Duration margin = Margin + transmission;
        bool isConfirmed = !othersQueue || _min - _minBefore <= margin && _minBefore - _min <= margin;
        if (_min - Value > margin && isConfirmed)
            Value = _min;
        // If the base was too high, so was the window that should have drained the queue.
        _drainAgain = now + (_before - Value > margin ? Pause : Lifetime);
        (_seenAt, _drainEnd, _minBefore) = (now, Instant.Never, _min);
    }
}
