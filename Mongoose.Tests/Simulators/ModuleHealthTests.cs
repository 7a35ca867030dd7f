using System.Diagnostics;
using System.Numerics;
using Mongoose.Runtime.Udp;
using Mongoose.Simulators;
using Mongoose.Tests.Simulators.Causes.Regions;

namespace Mongoose.Tests.Simulators;

/// <summary>The health of a real simulator, as the metrics show it.</summary>
[NonParallelizable] // It measures.
public sealed class ModuleHealthTests : DownloadFixture
{
    private const string Lsl = """
        default
        {
            state_entry()
            {
                integer i;
                while (TRUE)
                    i = i * 5 + 1;
            }
        }
        """;

    private const string Scripted = "Scripted";

    private readonly int _port = FreePort.OfTcpAndUdp();
    private StatusHttp _status = null!;

    protected override string Settings => $"StatusPort = {_port}";

    protected override int Prims => 50;

    [OneTimeSetUp]
    public void Connect() => _status = new StatusHttp(_port);

    [OneTimeTearDown]
    public void Disconnect() => _status.Dispose();

    protected override OpenSimOptions Options(OpenSimBin bin)
    {
        OpenSimOptions options = base.Options(bin);
        return options with { ExtraIni = options.ExtraIni + "[YEngine]\nEnabled = true\n" };
    }

    [Test, Measured]
    public void A_region_at_rest_has_frames_in_time()
    {
        Assert.That(() => Figure("mongoose_region_objects"), Is.EqualTo(Prims).After(PatienceMs, 500));
        double frames = Rate("mongoose_region_frames_total");
        TestContext.Out.WriteLine(_status.Text("metrics"));
        Assert.Multiple(() =>
        {
            Assert.That(frames, Is.EqualTo(1 / 0.0908).Within(20).Percent);
            Assert.That(Figure("mongoose_region_frame_target_seconds"), Is.EqualTo(0.0908).Within(1e-4));
            Assert.That(Figure("mongoose_region_frame_seconds"), Is.EqualTo(0.0908).Within(30).Percent);
            Assert.That(Figure("mongoose_region_since_frame_seconds"), Is.InRange(0, 0.5));
            Assert.That(Figure("mongoose_region_dilation"), Is.EqualTo(1));
            Assert.That(Figure("mongoose_region_frame_part"), Is.InRange(1e-6, 0.5), "a region at rest sleeps");
            Assert.That(Figure("mongoose_region_active_scripts"), Is.Zero);
            Assert.That(Rate("mongoose_region_script_seconds_total"), Is.LessThan(0.01));
        });
    }

    [Test, Measured]
    public void The_process_and_its_host_are_read()
    {
        double used = Rate("mongoose_process_cpu_seconds_total"), cores = Figure("mongoose_host_cores");
        Assert.That(Figure("mongoose_process_allowed_cores"), Is.Positive.And.AtMost(cores));
        Assert.That(used, Is.InRange(0.001, cores));
        Assert.That(Figure("mongoose_host_used_cores"), Is.InRange(0.001, cores));
        Assert.That(Figure("mongoose_process_memory_bytes"), Is.InRange(50e6, 5e9));
        Assert.That(Figure("mongoose_process_queued_work"), Is.LessThan(100));
    }

    [Test, Measured]
    public void A_script_that_computes_costs_time()
    {
        Grid.Build([new BuiltObject(Scripted, new Vector3(128, 128, 25)) { Script = Lsl }]);
        try
        {
            Assert.That(() => Figure("mongoose_region_active_scripts"), Is.EqualTo(1).After(PatienceMs, 500));
            double cores = Rate("mongoose_region_script_seconds_total"), used = Rate("mongoose_process_cpu_seconds_total");
            TestContext.Out.WriteLine($"scripts {cores:0.00} cores, simulator {used:0.00} cores");
            Assert.That(cores, Is.InRange(0.3, 1.5), "one thread, read every other second");
        }
        finally
        {
            Grid.Clear(Scripted);
        }
        Assert.That(() => Figure("mongoose_region_active_scripts"), Is.Zero.After(PatienceMs, 500));
    }

    [Test, Measured]
    public void Downloads_are_answered_and_none_waits_in_the_end()
    {
        Download(Enter()["GetTexture"]);
        Assert.That(() => Figure("mongoose_downloads_answer_seconds_count"), Is.EqualTo(Library.Length).After(PatienceMs, 500));
        Assert.That(Figure("mongoose_downloads_waiting"), Is.Zero);
        double mean = Figure("mongoose_downloads_answer_seconds_sum") / Library.Length;
        TestContext.Out.WriteLine($"{Library.Length} answers, {1000 * mean:0.0} ms on average");
        Assert.That(mean, Is.InRange(1e-5, 5));
    }

    private double Figure(string name) => _status.Metrics().Sum(name) ?? double.NaN;

    /// <summary>The growth of a counter, per second, in some seconds.</summary>
    private double Rate(string name)
    {
        (double before, Stopwatch clock) = (Figure(name), Stopwatch.StartNew());
        Thread.Sleep(6000);
        return (Figure(name) - before) / clock.Elapsed.TotalSeconds;
    }
}
