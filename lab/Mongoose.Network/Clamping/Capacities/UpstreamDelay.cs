using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Capacities;

/// <summary>
/// The queueing delay before the clamp. All flows share this delay, so the smallest per-flow estimate contains nothing else. If a queue
/// stood when a flow began or resumed, the flow's minimum contains it until the queue has been empty once, so young flows count only if
/// there is no other, and then only the oldest of them.
/// </summary>
internal struct UpstreamDelay
{
    private Duration? _ofOldestYoung, _ofOld;
    private Duration _oldestYoungAge;

    /// <summary>The delay; null if no flow was added.</summary>
    public readonly Duration? Value => _ofOld ?? _ofOldestYoung;

    /// <summary>Adds the round trips of a flow.</summary>
    /// <param name="current">The current round trip between the clamp and the flow's sender.</param>
    /// <param name="age">
    /// The time since the first sample after the flow's last pause; below <see cref="LineConstants.DipEvery"/> the flow is young.
    /// </param>
    public void Add(Duration current, Duration minimum, Duration age)
    {
        Duration delay = current - minimum;
        if (age >= LineConstants.DipEvery)
            _ofOld = _ofOld is { } least ? Duration.Min(least, delay) : delay;
        else if (_ofOldestYoung is null || age > _oldestYoungAge)
            (_ofOldestYoung, _oldestYoungAge) = (delay, age);
    }
}
