using System.Text;
using log4net;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Status.Metrics;
using Mongoose.Core.Units;
using Mongoose.Server.Regions;
using Mongoose.Server.Status.Health;
using Mongoose.Server.Status.Metrics;

namespace Mongoose.Server.Tests.Status.Health;

/// <summary>The health of all regions, and its metrics.</summary>
public sealed class HealthSamplerTests
{
    private readonly RegionRig _plaza = new("Plaza"), _beach = new("Beach");
    private Instant _now = Instant.FromSeconds(10);
    private Func<ProcessReading> _read = () => new(TimeSpan.FromSeconds(4), TimeSpan.FromSeconds(1), Queued: 2, MemoryBytes: 3);
    private Action<WaitCallback> _queue = work => work(null);
    private HealthSampler _health = null!;

    [SetUp]
    public void Open()
    {
        LogBook.Clear();
        _health = new HealthSampler(Process(), () => _now, aside: work => work());
    }

    [TearDown]
    public void Close() => _health.Dispose();

    [Test]
    public void Each_region_has_its_own_figures()
    {
        Run(_plaza, _beach);
        Assert.That((_health.Of(_plaza.Server)!.Value.Frame.Milliseconds, _health.Of(_beach.Server)!.Value.Frame.Milliseconds),
            Is.EqualTo((1000, 1000)));
        Assert.That(_health.Process!.Value.QueuedWork, Is.EqualTo(2));
        Assert.That(_health.Scripts(_plaza.Server), Is.Empty);
    }

    [Test]
    public void A_region_that_ends_is_no_longer_watched()
    {
        Run(_plaza, _beach);
        Run(_beach);
        Assert.That((_health.Of(_plaza.Server), _plaza.Scene.EventManager.HeartbeatListeners), Is.EqualTo(((object?)null, 0)));
        Assert.That(_health.Of(_beach.Server), Is.Not.Null);
        _health.Dispose();
        Assert.That(_beach.Scene.EventManager.HeartbeatListeners, Is.Zero);
    }

    [Test]
    public void A_region_whose_statistics_fail_is_unknown_and_logged_once()
    {
        Run(_plaza, _beach);
        _plaza.Scene.StatsReporter = null!;
        Run(_plaza, _beach);
        Run(_plaza, _beach);
        Assert.That(_health.Of(_plaza.Server), Is.Null);
        Assert.That(_health.Of(_beach.Server), Is.Not.Null);
        Assert.That(LogBook.Lines.Single(), Does.StartWith("WARN [MONGOOSE]: a figure of the simulator's health could not be read"));
    }

    [Test]
    public void A_process_that_cannot_be_read_is_unknown_and_its_regions_are_not()
    {
        Run(_plaza);
        _read = () => throw new MissingMethodException("GetSmartThreadPoolInfo");
        Run(_plaza);
        Assert.That(_health.Process, Is.Null);
        Assert.That(_health.Of(_plaza.Server), Is.Not.Null);
        Assert.That(Metrics().Sum("mongoose_process_queued_work"), Is.Null);
        Assert.That(Metrics().Sum("mongoose_region_frames_total"), Is.Positive);
    }

    [Test, CancelAfter(10_000)]
    public void A_script_engine_that_hangs_stops_nothing_but_the_figures_of_scripts(CancellationToken deadline)
    {
        using ManualResetEventSlim asked = new(), ended = new();
        using AsideThread aside = new("scripts");
        using HealthSampler health = new(Process(), () => _now, aside.TryRun);
        FakeScripts scripts = new();
        _plaza.Scene.Modules.Add(scripts);
        scripts.OnAsked = () =>
        {
            asked.Set();
            ended.Wait(deadline);
        };
        for (int second = 0; second < 10; second++)
        {
            _plaza.Scene.EventManager.TriggerRegionHeartbeatEnd(_plaza.Scene);
            health.Sample([_plaza.Server], _now += Duration.FromSeconds(1));
        }
        asked.Wait(deadline);
        Assert.That(health.Of(_plaza.Server)!.Value.Frame.Seconds, Is.EqualTo(1).Within(1e-6));
        Assert.That(health.Of(_plaza.Server)!.Value.ScriptCores, Is.Null);
        Assert.That(health.Latest.Process, Is.Not.Null);
        ended.Set();
    }

    [Test]
    public void Forty_regions_are_sampled()
    {
        RegionRig[] rigs = [.. Enumerable.Range(0, 40).Select(i => new RegionRig($"Region {i}"))];
        Run(rigs);
        Assert.That(rigs.Select(rig => _health.Of(rig.Server)), Has.None.Null);
    }

    [Test]
    public void Metrics_give_the_last_sample()
    {
        Assert.That(Metrics().Samples, Is.Empty, "before the first one");
        FakeScripts scripts = new();
        _plaza.Scene.Modules.Add(scripts);
        _queue = _ => { };
        Run(_plaza);
        scripts.Times[1] = 500;
        _now += Duration.FromSeconds(1);
        Run(_plaza);
        MetricsText text = Metrics();
        Assert.Multiple(() =>
        {
            Assert.That(text.Sum("mongoose_process_cpu_seconds_total"), Is.EqualTo(4));
            Assert.That(text.Sum("mongoose_process_queued_work"), Is.EqualTo(2));
            Assert.That(text.Sum("mongoose_process_work_wait_seconds"), Is.EqualTo(6));
            Assert.That(text.Sum("mongoose_process_throttled_seconds_total"), Is.Null, "this host does not tell");
            Assert.That(text.Sum("mongoose_host_used_cores"), Is.Null);
            Assert.That(text.Sum("mongoose_region_frames_total", ("region", "Plaza")), Is.EqualTo(4));
            Assert.That(text.Sum("mongoose_region_frame_target_seconds"), Is.EqualTo(0.0908).Within(1e-6));
            Assert.That(text.Sum("mongoose_region_dilation"), Is.EqualTo(1));
            Assert.That(text.Sum("mongoose_region_frame_part", ("part", "physics")), Is.Zero);
            Assert.That(text.Sum("mongoose_region_script_seconds_total"), Is.EqualTo(0.5));
        });
    }

    [TestCase(0.25, 320.0)]
    [TestCase(null, null)]
    public void What_the_host_did_not_give_is_a_metric_where_the_host_tells(double? stolen, double? pages)
    {
        HealthSample sample = HealthSample.None with { Process = new ProcessHealth { Stolen = stolen, PagesRead = pages } };
        MetricsText text = Text(() => sample);
        Assert.That((text.Sum("mongoose_host_stolen_part"), text.Sum("mongoose_process_read_pages_rate")), Is.EqualTo((stolen, pages)));
    }

    [Test]
    public void A_region_without_a_script_engine_has_no_series_of_scripts()
    {
        Run(_plaza);
        Assert.That(Metrics().Sum("mongoose_region_script_seconds_total"), Is.Null);
    }

    private ProcessSampler Process() =>
        new(new HostFiles("/nowhere"), () => _read(), new PoolProbe(work => _queue(work), () => _now));

    private MetricsText Metrics() => Text(() => _health.Latest);

    private static MetricsText Text(Func<HealthSample> latest) =>
        MetricsText.Parse(Encoding.UTF8.GetString(PrometheusText.Write(new HealthMetrics(latest).All)));

    /// <summary>Each region has a frame a second, for two seconds.</summary>
    private void Run(params RegionRig[] rigs)
    {
        MongooseUdpServer[] servers = [.. rigs.Select(rig => rig.Server)];
        _health.Sample(servers, _now += Duration.FromSeconds(1));
        for (int second = 0; second < 2; second++)
        {
            _now += Duration.FromSeconds(1);
            foreach (RegionRig rig in rigs)
                rig.Scene.EventManager.TriggerRegionHeartbeatEnd(rig.Scene);
            _health.Sample(servers, _now);
        }
    }
}
