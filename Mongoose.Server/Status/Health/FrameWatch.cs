using Mongoose.Core.Units;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Status.Health;

/// <summary>Watches a region's frames: the passes of OpenSim's heartbeat thread.</summary>
internal sealed class FrameWatch : IDisposable
{
    private readonly EventManager _events;
    private readonly Func<Instant> _clock;
    private Frames? _latest, _before;
    private long _taken;

    /// <param name="clock">Returns the time.</param>
    public FrameWatch(EventManager events, Func<Instant> clock)
    {
        (_events, _clock) = (events, clock);
        _events.OnRegionHeartbeatEnd += OnFrameEnd;
    }

    /// <summary>Number of frames that ended since the watch began.</summary>
    public long Count => Volatile.Read(ref _latest)?.Count ?? 0;

    /// <summary>The frames since the last call; null before the first frame: the region starts.</summary>
    /// <returns>
    /// Their number, their mean and their longest time, or the time since the last one if none ended; the time since the last one.
    /// </returns>
    public (long Ended, Duration Mean, Duration Longest, Duration Since)? Take(Instant now)
    {
        Frames? latest = Volatile.Read(ref _latest), before = _before;
        _before = latest;
        if (latest is null || before is null)
            return null;
        Duration since = Duration.Max(Duration.Zero, now - latest.At);
        Volatile.Write(ref _taken, latest.Count);
        long ended = latest.Count - before.Count;
        return ended > 0 ? (ended, (latest.At - before.At) / ended, latest.Longest, since) : (0, since, since, since);
    }

    public void Dispose() => _events.OnRegionHeartbeatEnd -= OnFrameEnd;

    /// <summary>Called by the heartbeat's thread, before it sleeps until the next frame.</summary>
    private void OnFrameEnd(Scene scene)
    {
        Instant now = _clock();
        Frames last = _latest ?? new Frames(0, now, Duration.Zero);
        Duration longest = last.Count > Volatile.Read(ref _taken) ? last.Longest : Duration.Zero;
        Volatile.Write(ref _latest, new Frames(last.Count + 1, now, Duration.Max(longest, now - last.At)));
    }

    /// <summary>Replaced as a whole, so that readers see figures that belong together.</summary>
    /// <param name="Count">Number of frames that have ended.</param>
    /// <param name="At">When the last one ended.</param>
    /// <param name="Longest">The longest frame since the last <see cref="Take"/>.</param>
    private sealed record Frames(long Count, Instant At, Duration Longest);
}
