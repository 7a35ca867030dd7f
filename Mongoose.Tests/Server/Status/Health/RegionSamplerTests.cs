using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;
using Mongoose.Server.Downloads;
using Mongoose.Server.Status.Health;
using OpenSim.Framework;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests.Status.Health;

/// <summary>The health of a region.</summary>
public sealed class RegionSamplerTests
{
    private readonly Scene _scene = RegionRig.NewScene();
    private readonly DownloadCounters _downloads = new();
    private readonly List<Exception> _failures = [];
    private Instant _now = Instant.FromSeconds(10);
    private RegionSampler _sampler = null!;

    [SetUp]
    public void Open() => _sampler = new RegionSampler(_scene, _downloads, () => _now, _failures.Add);

    [TearDown]
    public void Close()
    {
        _sampler.Dispose();
        Assert.That(_scene.EventManager.HeartbeatListeners, Is.Zero);
    }

    [Test]
    public void Before_the_first_frame_nothing_is_known()
    {
        Assert.That(_sampler.Sample(_now), Is.Null);
        Frame(after: 30);
        Assert.That(_sampler.Sample(_now), Is.Null, "the first frame has no length");
        Frame(after: 0.1);
        Assert.That(_sampler.Sample(_now)!.Value.Frame.Milliseconds, Is.EqualTo(100).Within(1e-6));
    }

    [Test]
    public void The_time_of_a_frame_is_the_mean_between_their_ends()
    {
        Begin();
        for (int i = 0; i < 11; i++)
            Frame(after: 0.0908);
        _now += Duration.FromMilliseconds(60);
        RegionHealth health = _sampler.Sample(_now)!.Value;
        Assert.That(health.Frame.Milliseconds, Is.EqualTo(90.8).Within(1e-3), "whenever it is read");
        Assert.That(health.SinceFrame.Milliseconds, Is.EqualTo(60).Within(1e-3));
        Assert.That(health.TargetFrame.Milliseconds, Is.EqualTo(90.8).Within(1e-3));
        Assert.That(_sampler.Frames, Is.EqualTo(12));
    }

    [Test]
    public void The_longest_frame_since_the_last_sample_is_kept()
    {
        Begin();
        foreach (double seconds in new[] { 0.1, 1.5, 0.1 })
            Frame(after: seconds);
        Assert.That(_sampler.Sample(_now)!.Value.LongestFrame.Seconds, Is.EqualTo(1.5).Within(1e-6));
        Frame(after: 0.2);
        Frame(after: 0.1);
        Assert.That(_sampler.Sample(_now)!.Value.LongestFrame.Seconds, Is.EqualTo(0.2).Within(1e-6), "of this second");
        RegionHealth second = new() { LongestFrame = Duration.FromSeconds(2) };
        Assert.That(RegionHealth.Mean([second, default])!.Value.LongestFrame.Seconds, Is.EqualTo(2));
    }

    [Test]
    public void A_region_that_stands_still_has_the_time_since_its_last_frame()
    {
        Begin();
        Frame(after: 0.1);
        _sampler.Sample(_now);
        _now += Duration.FromSeconds(60);
        RegionHealth health = _sampler.Sample(_now)!.Value;
        Assert.That((health.Frame.Seconds, health.SinceFrame.Seconds), Is.EqualTo((60, 60)));
        Assert.That(health.Slowness, Is.GreaterThan(0.99));
        Frame(after: 0.5);
        Assert.That(_sampler.Sample(_now)!.Value.Frame.Seconds, Is.EqualTo(60.5).Within(1e-6), "the long frame has ended");
    }

    [Test]
    public void Statistics_are_those_that_OpenSim_reported_last()
    {
        Begin();
        _scene.TimeDilation = 0.75f;
        Report((StatsIndex.SimFPS, 54.8f), (StatsIndex.ActiveScripts, 12), (StatsIndex.TotalPrim, 3456), (StatsIndex.Agents, 3),
            (StatsIndex.ChildAgents, 2));
        RegionHealth health = _sampler.Sample(_now)!.Value;
        Assert.That(health.SimFps, Is.EqualTo(54.8).Within(1e-4));
        Assert.That((health.Dilation, health.ActiveScripts, health.Objects, health.Avatars, health.Children),
            Is.EqualTo((0.75, 12, 3456, 3, 2)));
    }

    /// <summary>OpenSim divides the times by 55 times the target if it makes as if there were 55 frames a second.</summary>
    [TestCase(true, 0.0908f, 1 / (0.0908f * 55))]
    [TestCase(false, 0.0908f, 1)]
    [TestCase(true, 0.02f, 1 / (0.02f * 55))]
    public void A_frame_s_parts_are_parts_of_its_target(bool isNormalized, float target, float scale)
    {
        Begin();
        (_scene.Normalized55FPS, _scene.FrameTime) = (isNormalized, target);
        float half = 500 * target * scale;
        Report((StatsIndex.PhysicsMS, half), (StatsIndex.AgentMS, 2 * half), (StatsIndex.NetMS, 0), (StatsIndex.OtherMS, half / 5));
        FrameParts parts = _sampler.Sample(_now)!.Value.Parts;
        Assert.That((float[])[(float)parts.Physics, (float)parts.Agents, (float)parts.Network, (float)parts.Other],
            Is.EqualTo((float[])[0.5f, 1, 0, 0.1f]).Within(1e-4));
    }

    [Test]
    public void Figures_that_are_no_numbers_are_zero()
    {
        Begin();
        _scene.TimeDilation = float.NaN;
        Report((StatsIndex.SimFPS, float.PositiveInfinity), (StatsIndex.TotalPrim, -4), (StatsIndex.PhysicsMS, float.NaN));
        RegionHealth health = _sampler.Sample(_now)!.Value;
        Assert.That((health.Dilation, health.SimFps, health.Objects, health.Parts.Physics), Is.EqualTo((0, 0, 0, 0)));
    }

    [Test]
    public void Statistics_that_fail_make_the_region_unknown_until_they_work_again()
    {
        Begin();
        SimStatsReporter reporter = _scene.StatsReporter;
        _scene.StatsReporter = null!;
        Assert.That(_sampler.Sample(_now), Is.Null);
        Assert.That(_failures.Single(), Is.TypeOf<NullReferenceException>());
        reporter.LastReportedSimStats = new float[3];
        _scene.StatsReporter = reporter;
        Assert.That(_sampler.Sample(_now), Is.Null, "too few figures");
        reporter.LastReportedSimStats = new float[(int)StatsIndex.ArraySize];
        Assert.That(_sampler.Sample(_now), Is.Not.Null);
    }

    [Test]
    public void A_script_engine_that_fails_leaves_the_other_figures()
    {
        Begin();
        _scene.Modules.Add(new FakeScripts { OnAsked = () => throw new InvalidOperationException("broken") });
        _now += Duration.FromSeconds(2);
        _sampler.SampleScripts(_now);
        Assert.That(_sampler.Sample(_now)!.Value.ScriptCores, Is.Null);
        Assert.That(_failures.Single().Message, Is.EqualTo("broken"));
    }

    [Test]
    public void Requests_wait_until_their_answer_is_ready()
    {
        Begin();
        Assert.That(_sampler.Sample(_now)!.Value.AnswerTime, Is.Null);
        for (int i = 0; i < 22; i++)
            _downloads.CountRequest();
        Assert.That(_sampler.Sample(_now)!.Value.WaitingRequests, Is.EqualTo(22));
        for (int i = 0; i < 19; i++)
            _downloads.CountAnswer(Duration.FromMilliseconds(20));
        _downloads.CountAnswer(Duration.FromSeconds(3));
        _downloads.CountAnswer(null);
        RegionHealth health = _sampler.Sample(_now)!.Value;
        Assert.That(health.WaitingRequests, Is.EqualTo(1));
        Assert.That(health.AnswerTime!.Value.Milliseconds, Is.EqualTo(20).Within(15).Percent, "95 of 100");
        Assert.That(_sampler.Sample(_now)!.Value.AnswerTime, Is.Null);
    }

    private void Begin()
    {
        Frame(after: 0);
        _sampler.Sample(_now);
    }

    private void Frame(double after)
    {
        _now += Duration.FromSeconds(after);
        _scene.EventManager.TriggerRegionHeartbeatEnd(_scene);
    }

    private void Report(params (StatsIndex Index, float Value)[] figures)
    {
        float[] stats = new float[(int)StatsIndex.ArraySize];
        foreach ((StatsIndex index, float value) in figures)
            stats[(int)index] = value;
        _scene.StatsReporter.LastReportedSimStats = stats;
    }
}
