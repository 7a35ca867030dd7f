using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Has a viewer download textures in bursts with rests between them, and measures how long each burst takes.</summary>
internal sealed class TextureBursts
{
    /// <summary>The random number stream of the rests, separate from that of the order.</summary>
    private const long Stream = 101;

    private readonly IScheduler _scheduler;
    private readonly Instant _origin;
    private readonly Viewer _viewer;
    private readonly IReadOnlyList<int> _bursts;
    private readonly Func<Duration> _nextRest;
    private readonly FlowRecord _record;
    private readonly DelaySamples _times = new();
    private readonly Alarm _nextBurst;
    private int _burst, _left;
    private Instant _startedAt;

    /// <param name="origin">The run's start on the scheduler's clock.</param>
    /// <param name="viewer">The viewer, before its start.</param>
    /// <param name="bursts">The number of textures of each burst; the last is followed by the first.</param>
    /// <param name="options">The rests.</param>
    /// <param name="seed">Determines the random part of the rests.</param>
    public TextureBursts(IScheduler scheduler, Instant origin, Viewer viewer, IReadOnlyList<int> bursts, CircuitOptions options, long seed,
        FlowRecord record)
    {
        (_scheduler, _origin, _viewer, _bursts, _record) = (scheduler, origin, viewer, bursts, record);
        SeededRandom random = new(seed, Stream);
        _nextRest = () => options.TextureRest + random.NextDuration(Duration.Zero, options.TextureRestSpread);
        _nextBurst = new Alarm(scheduler, Begin);
        viewer.AllowTextures(0);
        viewer.Connected += Rest;
        viewer.TextureCompleted += (_, _) => Completed();
    }

    public void Finish()
    {
        DelaySummary times = _times.Summarise();
        _record.Extra.AddRange([("textureBurstMs.p50", times.P50), ("textureBurstMs.p99", times.P99)]);
    }

    private void Rest() => _nextBurst.Set(_scheduler.Now + _nextRest());

    private void Begin()
    {
        _startedAt = _scheduler.Now;
        _left = _bursts[_burst++ % _bursts.Count];
        _viewer.AllowTextures(_left);
    }

    private void Completed()
    {
        if (--_left > 0)
            return;
        if (_record.IsMeasured(_scheduler.Now - _origin))
            _times.Add(_scheduler.Now - _startedAt);
        Rest();
    }
}
