using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Capacities;

/// <summary>
/// The queueing delay before the clamp. All flows share this delay, so the smallest per-flow estimate contains nothing else. The minimum of
/// a flow that began under a queue contains that queue until it has been empty once, so young flows count only if there is no other, and
/// then only the oldest of them.
/// </summary>
internal struct UpstreamDelay
{
    private Duration? _ofOldestYoung, _ofOthers;
    private Duration _oldestYoung;

    /// <summary>The delay; null if no flow was added.</summary>
    public readonly Duration? Value => _ofOthers ?? _ofOldestYoung;

    /// <summary>Adds the round trips of a flow.</summary>
    /// <param name="current">The current round trip of its sender's half.</param>
    /// <param name="age">The time since the first sample; below <see cref="LineConstants.DipEvery"/> the flow is young.</param>
    public void Add(Duration current, Duration minimum, Duration age)
    {
        Duration delay = current - minimum;
        if (age >= LineConstants.DipEvery)
            _ofOthers = _ofOthers is { } least ? Duration.Min(least, delay) : delay;
        else if (_ofOldestYoung is null || age > _oldestYoung)
            (_ofOldestYoung, _oldestYoung) = (delay, age);
    }
}
