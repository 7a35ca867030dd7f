using Mongoose.Core.Status.Health;
using Mongoose.Core.Status.History;
using Mongoose.Core.Units;
using Mongoose.Server.Downloads;
using OpenSim.Framework;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Status.Health;

/// <summary>Reads what a region's simulation does. Not thread-safe.</summary>
internal sealed class RegionSampler : IDisposable
{
    private readonly Scene _scene;
    private readonly DownloadCounters _downloads;
    private readonly Action<Exception> _onFailure;
    private readonly FrameWatch _frames;
    private readonly ScriptSampler _scripts;
    private readonly DelayWindow _answers;
    private ScriptFigures _scriptFigures = ScriptFigures.None;

    /// <param name="downloads">Counts the region's requests by HTTP.</param>
    /// <param name="clock">Returns the time.</param>
    /// <param name="onFailure">Receives what another module's or OpenSim's statistics throw.</param>
    public RegionSampler(Scene scene, DownloadCounters downloads, Func<Instant> clock, Action<Exception> onFailure)
    {
        (_scene, _downloads, _onFailure) = (scene, downloads, onFailure);
        _frames = new FrameWatch(scene.EventManager, clock);
        _scripts = new ScriptSampler(scene, clock);
        _answers = new DelayWindow(downloads.Answers);
    }

    /// <summary>Number of frames since the first sample.</summary>
    public long Frames => _frames.Count;

    /// <summary>Time that scripts ran since the first sample; null if none was read.</summary>
    public double? ScriptSeconds => _scriptFigures.Seconds;

    /// <summary>The objects whose scripts cost most.</summary>
    public IReadOnlyList<ScriptCost> Scripts => _scriptFigures.Costs;

    /// <summary>The region since the last call; null if it has not begun to run, or if OpenSim's statistics fail.</summary>
    public RegionHealth? Sample(Instant now)
    {
        (long Ended, Duration Mean, Duration Longest, Duration Since)? frames = _frames.Take(now);
        Duration? answer = _answers.Take(0.95);
        _scriptFigures = _scripts.FiguresAt(now);
        RegionHealth? health = null;
        if (frames is { } frame)
            Try(() => health = Read(answer) with
            {
                Frames = frame.Ended,
                Frame = frame.Mean,
                LongestFrame = frame.Longest,
                SinceFrame = frame.Since,
            });
        return health;
    }

    /// <summary>Asks the script engine, if it is time. Another thread may call it; it can hang on a lock of the engine.</summary>
    public void SampleScripts(Instant now) => Try(() => _scripts.Sample(now));

    public void Dispose() => _frames.Dispose();

    private RegionHealth Read(Duration? answer)
    {
        float[] stats = _scene.StatsReporter.LastReportedSimStats;
        return new RegionHealth
        {
            TargetFrame = Duration.FromSeconds(_scene.FrameTime),
            Dilation = Math.Clamp(Finite(_scene.TimeDilation), 0, 1),
            SimFps = Finite(stats[(int)StatsIndex.SimFPS]),
            Parts = Parts(stats),
            ScriptCores = _scriptFigures.Cores,
            ActiveScripts = Count(stats, StatsIndex.ActiveScripts),
            Objects = Count(stats, StatsIndex.TotalPrim),
            Avatars = Count(stats, StatsIndex.Agents),
            Children = Count(stats, StatsIndex.ChildAgents),
            WaitingRequests = _downloads.Waiting,
            AnswerTime = answer,
        };
    }

    /// <summary>
    /// OpenSim can scale its statistics as if a region had 55 frames a second. The times of a frame's parts are then parts of 1/55 s.
    /// </summary>
    private FrameParts Parts(float[] stats)
    {
        double target = 1000 * (_scene.Normalized55FPS ? 1 / 55.0 : _scene.FrameTime);
        return new FrameParts(Part(StatsIndex.PhysicsMS), Part(StatsIndex.AgentMS), Part(StatsIndex.NetMS), Part(StatsIndex.OtherMS));

        double Part(StatsIndex index) => target > 0 ? Math.Max(0, Finite(stats[(int)index])) / target : 0;
    }

    private static int Count(float[] stats, StatsIndex index) => (int)Math.Clamp(Finite(stats[(int)index]), 0, int.MaxValue);

    private static double Finite(float value) => float.IsFinite(value) ? value : 0;

    private void Try(Action read)
    {
        try
        {
            read();
        }
        catch (Exception exception)
        {
            _onFailure(exception);
        }
    }
}
