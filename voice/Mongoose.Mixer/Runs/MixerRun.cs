using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Runs;

/// <summary>Watches a running mixer: takes every peer's state each second. Use it on its scheduler's thread.</summary>
internal sealed class MixerRun
{
    /// <summary>The maximum number of seconds kept for results, for all peers together: about 100 MB.</summary>
    public const int MaxPeerSeconds = 400_000;

    private static readonly Duration Interval = Duration.FromSeconds(1);

    /// <summary>After a longer standstill of the host, seconds are counted from its end.</summary>
    private static readonly Duration MaxLateness = Duration.FromMilliseconds(500);

    private readonly IScheduler _scheduler;
    private readonly Func<IReadOnlyList<PeerState>> _peers;
    private Instant _next;
    private bool _isOver;

    /// <param name="peers">Returns the state of all peers, in their order.</param>
    /// <param name="keepsSeconds">Whether seconds are kept for results.</param>
    public MixerRun(IScheduler scheduler, Func<IReadOnlyList<PeerState>> peers, Duration frame, bool keepsSeconds)
    {
        (_scheduler, _peers) = (scheduler, peers);
        Began = scheduler.Now;
        int count = peers().Count, kept = keepsSeconds ? MaxPeerSeconds / Math.Max(1, count) : 0;
        Records = Enumerable.Range(0, count).Select(_ => new PeerRecord(kept, frame)).ToArray();
        _next = Began + Interval;
        _scheduler.At(_next, Tick);
    }

    public Instant Began { get; }

    public Duration Elapsed => _scheduler.Now - Began;

    public IReadOnlyList<PeerRecord> Records { get; }

    /// <summary>A second has passed.</summary>
    public Action? Sampled { get; set; }

    /// <summary>Takes the state of the last, incomplete second, and stops.</summary>
    public void End()
    {
        if (_isOver)
            return;
        if (Elapsed.Seconds > Records.Max(record => record.Last.Second))
            Sample();
        _isOver = true;
    }

    private void Tick()
    {
        if (_isOver)
            return;
        Sample();
        Sampled?.Invoke();
        // From the planned time, so that late wake-ups do not add up; after a standstill of the host, from now.
        Instant now = _scheduler.Now;
        _next = (now - _next > MaxLateness ? now : _next) + Interval;
        _scheduler.At(_next, Tick);
    }

    private void Sample()
    {
        IReadOnlyList<PeerState> states = _peers();
        for (int i = 0; i < Records.Count; i++)
            Records[i].Add(states[i], Elapsed.Seconds);
    }
}
