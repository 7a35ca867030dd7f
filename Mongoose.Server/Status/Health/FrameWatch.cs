using Mongoose.Core.Units;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Status.Health;

/// <summary>Watches a region's frames: the passes of OpenSim's heartbeat thread.</summary>
internal sealed class FrameWatch : IDisposable
{
    private readonly EventManager _events;
    private readonly Func<Instant> _clock;
    private Frames? _latest, _before;

    /// <param name="clock">Returns the time.</param>
    public FrameWatch(EventManager events, Func<Instant> clock)
    {
        (_events, _clock) = (events, clock);
        _events.OnRegionHeartbeatEnd += OnFrameEnd;
    }

    /// <summary>Number of frames that ended since the watch began.</summary>
    public long Count => Volatile.Read(ref _latest)?.Count ?? 0;

    /// <summary>The frames since the last call; null before the first frame: the region starts.</summary>
    /// <returns>The mean time of a frame, or the time since the last one if none ended; the time since the last one.</returns>
    public (Duration Mean, Duration Since)? Take(Instant now)
    {
        Frames? latest = Volatile.Read(ref _latest), before = _before;
        _before = latest;
        if (latest is null || before is null)
            return null;
        Duration since = Duration.Max(Duration.Zero, now - latest.At);
        long ended = latest.Count - before.Count;
        return (ended > 0 ? (latest.At - before.At) / ended : since, since);
    }

    public void Dispose() => _events.OnRegionHeartbeatEnd -= OnFrameEnd;

    /// <summary>Called by the heartbeat's thread, before it sleeps until the next frame.</summary>
    private void OnFrameEnd(Scene scene) => Volatile.Write(ref _latest, new Frames(Count + 1, _clock()));

    /// <summary>Replaced as a whole, so that readers see a number and a time that belong together.</summary>
    private sealed record Frames(long Count, Instant At);
}
