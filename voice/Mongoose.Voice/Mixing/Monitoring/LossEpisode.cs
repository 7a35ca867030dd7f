using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>
/// Which losses are one event, and which losses of others count, in a queue that several senders fill.
/// <list type="bullet">
/// <item>A full queue drops packets until the senders have noticed and it begins to fall, which may take more than a round trip. A sender of small packets
/// loses some of them throughout that time, while a TCP halves its window once.</item>
/// <item>A queue limited in bytes has room for small packets when full-sized ones no longer fit, so that only others lose any. Their reaction shows: the
/// queue falls. A fall without a loss of one's own counts as a loss event, or the sender would never yield.</item>
/// </list>
/// </summary>
internal struct LossEpisode
{
    /// <summary>A queue of which less than this part is left begins to fall.</summary>
    private const double BeginsToFall = 0.85;

    /// <summary>
    /// If the queue does not fall for so many round trips, nobody reacts. Then further losses are a new event, and a round trip later another one.
    /// </summary>
    private const double LongestEvent = 2.5;

    /// <summary>If less than this part of a queue is left, windows have been halved: most of the traffic has lost packets.</summary>
    private const double Halved = 0.7;

    /// <summary>Round trips in which TCP recovers from a loss. The queue swings meanwhile.</summary>
    private const double Recovery = 2;

    /// <summary>Shorter queues fall for many reasons.</summary>
    private static readonly Duration LeastPeak = Duration.FromMilliseconds(100);

    private Duration _highestSinceLoss, _peak, _lowest;
    private Instant _fellAt;
    private bool _hasBegun, _beganToFall, _nobodyReacts, _isRising, _hasLoss;

    /// <summary>A loss event of the sender's own begins.</summary>
    public void Begin(Duration delay)
    {
        _nobodyReacts = _hasBegun && !_beganToFall;
        (_highestSinceLoss, _beganToFall, _hasLoss, _hasBegun) = (delay, false, true, true);
    }

    /// <summary>The time from the first loss in which further losses are part of its event.</summary>
    public readonly Duration EventTime(Duration roundTrip) => _beganToFall || _nobodyReacts ? roundTrip : roundTrip * LongestEvent;

    /// <summary>Records the delay in queues. Returns whether the queue has fallen after a loss of others alone.</summary>
    public bool IsLossOfOthers(Duration delay, Duration roundTrip, Instant now)
    {
        _highestSinceLoss = Duration.Max(_highestSinceLoss, delay);
        _beganToFall |= delay <= _highestSinceLoss * BeginsToFall;
        if (!_isRising)
        {
            NoteLow(delay, roundTrip, now);
            return false;
        }
        _peak = Duration.Max(_peak, delay);
        if (delay >= _peak * Halved)
            return false;
        (_isRising, _lowest, _fellAt) = (false, delay, now);
        return !_hasLoss;
    }

    private void NoteLow(Duration delay, Duration roundTrip, Instant now)
    {
        _lowest = Duration.Min(_lowest, delay);
        bool rises = delay > LeastPeak && delay * Halved > _lowest;
        if (rises && now > _fellAt + roundTrip * Recovery)
            (_isRising, _hasLoss, _peak) = (true, false, delay);
    }
}
