using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>
/// Decides, in a queue shared by several senders, which losses belong to one event, and which losses of other senders count.
/// <list type="bullet">
/// <item>A full queue drops packets until the senders respond and the queue begins to fall, which may take more than a round trip. A sender
/// of small packets loses some of them throughout that time, while a TCP halves its window only once.</item>
/// <item>A queue limited in bytes still accepts small packets when full-sized ones no longer fit, so that only other senders lose packets.
/// Their response is visible: the queue falls. A fall without a loss of this sender counts as a loss event; otherwise this sender would
/// never yield.</item>
/// </list>
/// </summary>
internal struct LossEpisode
{
    /// <summary>A queue begins to fall when it is shorter than this part of its maximum.</summary>
    private const double BeginsToFall = 0.85;

    /// <summary>
    /// If the queue has not fallen after this many round trips, no sender is responding. Later losses then start a new loss event, at most
    /// one per round trip.
    /// </summary>
    private const double MaxEventRoundTrips = 5;

    /// <summary>If a queue falls below this part of its peak, windows have been halved: most of the traffic has lost packets.</summary>
    private const double Halved = 0.7;

    /// <summary>Round trips in which TCP recovers from a loss. The queue oscillates during this time.</summary>
    private const double Recovery = 2;

    /// <summary>The minimum queue whose fall counts: shorter ones fall for many reasons.</summary>
    private static readonly Duration MinPeak = Duration.FromMilliseconds(100);

    private Duration _highestSinceLoss, _peak, _lowest;
    private Instant _fellAt;
    private bool _hasBegun, _beganToFall, _hasNoResponse, _isRising, _hasLoss;

    /// <summary>Begins a loss event of this sender.</summary>
    public void Begin(Duration delay)
    {
        _hasNoResponse = _hasBegun && !_beganToFall;
        (_highestSinceLoss, _beganToFall, _hasLoss, _hasBegun) = (delay, false, true, true);
    }

    /// <summary>The duration of the event: later losses start a new one.</summary>
    public readonly Duration EventTime(Duration roundTrip) => _beganToFall || _hasNoResponse ? roundTrip : roundTrip * MaxEventRoundTrips;

    /// <summary>Records the delay in queues. Returns whether the queue has fallen although only other senders lost packets.</summary>
    public bool IsLossOfOthers(Duration delay, Duration roundTrip, Instant now)
    {
        _highestSinceLoss = Duration.Max(_highestSinceLoss, delay);
        _beganToFall |= delay <= _highestSinceLoss * BeginsToFall;
        if (!_isRising)
        {
            DetectRise(delay, roundTrip, now);
            return false;
        }
        _peak = Duration.Max(_peak, delay);
        if (delay >= _peak * Halved)
            return false;
        (_isRising, _lowest, _fellAt) = (false, delay, now);
        return !_hasLoss;
    }

    private void DetectRise(Duration delay, Duration roundTrip, Instant now)
    {
        _lowest = Duration.Min(_lowest, delay);
        bool rises = delay > MinPeak && delay * Halved > _lowest;
        if (rises && now > _fellAt + roundTrip * Recovery)
            (_isRising, _hasLoss, _peak) = (true, false, delay);
    }
}
