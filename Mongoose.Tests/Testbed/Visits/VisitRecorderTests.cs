using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Visits;

namespace Mongoose.Tests.Testbed.Visits;

/// <summary>Figures worked out by hand from a few arrivals. The viewer arrives at 10 s; the rates leave out the second after that.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class VisitRecorderTests
{
    private static readonly Guid[] Textures = [Guid.NewGuid(), Guid.NewGuid()];

    private static readonly Arrival[] Arrivals =
    [
        new(At(9.9), Channel.Land, Resent: false, 4000, Milliseconds(1)), // before the visit: not counted at all
        new(At(10.5), Channel.Task, Resent: false, 1000, Milliseconds(20)), // before rates are settled
        new(At(11), Channel.Texture, Resent: false, 500, null),
        new(At(12), Channel.Task, Resent: true, 1250, Milliseconds(80)),
    ];

    [Test]
    public void Rates_delays_and_series_are_those_of_the_arrivals()
    {
        RunResult result = Record(end: 13);
        Assert.That(result.Server, Is.EqualTo("stock"));
        Assert.That(result.GoodputKbps, Is.EqualTo((500 + 1250) * 8 / 2.0 / 1000), "in two settled seconds");
        Assert.That(result.Utilisation, Is.EqualTo(7.0 / result.ThrottleKbps).Within(1e-9));
        Assert.That(result.ThrottleKbps, Is.EqualTo(1000).Within(0.004));
        Assert.That(Of(result, Channel.Texture).GoodputKbps, Is.EqualTo(2));
        Assert.That(Of(result, Channel.Resend).GoodputKbps, Is.EqualTo(5), "a resend is paid by its own channel");
        Assert.That(Of(result, Channel.Task).GoodputKbps, Is.Zero);

        Assert.That((result.TaskDelayMs.P50, result.TaskDelayMs.Max), Is.EqualTo((50.0, 80.0)), "but it is late data of its channel");
        Assert.That(Of(result, Channel.Task).DelayMs, Is.EqualTo(result.TaskDelayMs));
        Assert.That(double.IsNaN(Of(result, Channel.Texture).DelayMs.P50), "without stamps there is no delay");
        Assert.That(result.Series.TaskDelayMs, Is.EqualTo(new double[] { 20, 80 }));

        Assert.That(result.Series.BinMs, Is.EqualTo(250));
        Assert.That(result.Series.Of(Channel.Task), Is.EqualTo(new double[] { 0, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0 }));
        Assert.That(result.Series.Of(Channel.Texture), Is.EqualTo(new double[] { 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0 }));
        Assert.That(result.Series.Of(Channel.Resend), Is.EqualTo(new double[] { 0, 0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0 }));
        Assert.That(result.Series.Of(Channel.Land), Has.All.Zero);
    }

    [Test]
    public void A_run_that_is_stopped_early_has_no_silence_at_its_end()
    {
        RunResult result = Record(end: 12.3);
        Assert.That(result.Series.Of(Channel.Task), Has.Length.EqualTo(9));
        Assert.That(result.GoodputKbps, Is.EqualTo((500 + 1250) * 8 / 1.3 / 1000).Within(0.001));
    }

    [TestCase(10)]
    [TestCase(10.9)]
    [TestCase(11)]
    public void A_run_that_is_stopped_before_rates_are_settled_has_none(double end)
    {
        RunResult result = Record(end);
        Assert.That((result.GoodputKbps, result.Utilisation), Is.EqualTo((0.0, 0.0)));
    }

    [Test]
    public void A_visit_that_never_began_has_figures_too()
    {
        RunResult result = new VisitRecorder(Plan).Result(Viewer());
        Assert.That((result.GoodputKbps, result.LossPercent, result.TextureSeconds), Is.EqualTo((0.0, 0.0, (double?)null)));
        Assert.That(result.Series.Of(Channel.Task), Is.Empty);
    }

    [Test]
    public void The_download_is_timed_until_the_last_of_its_textures_first_completes()
    {
        VisitRecorder recorder = new(Plan);
        recorder.Begin(At(10));
        recorder.TextureCompleted(Guid.NewGuid(), At(10.5));
        recorder.TextureCompleted(Textures[1], At(11));
        recorder.TextureCompleted(Textures[1], At(11.5));
        Assert.That(recorder.TextureSeconds, Is.Null);
        recorder.TextureCompleted(Textures[0], At(12.25));
        recorder.TextureCompleted(Textures[0], At(12.5));
        Assert.That(recorder.TextureSeconds, Is.EqualTo(2.25));
    }

    private static VisitPlan Plan { get; } = new()
    {
        Region = new RegionOptions { Outbound = "stock" },
        Viewer = new ViewerOptions { Throttle = RegionRig.Rates(1), Region = new(1, 1) },
        Throttle = RegionRig.Rates(1).Total,
        Length = Duration.FromSeconds(3),
        TimedTextures = Textures,
    };

    private static RunResult Record(double end)
    {
        VisitRecorder recorder = new(Plan);
        recorder.Add(Arrivals[0]);
        recorder.Begin(At(10));
        foreach (Arrival arrival in Arrivals.Skip(1).Where(a => a.At <= At(end)))
            recorder.Add(arrival);
        recorder.End(At(end));
        return recorder.Result(Viewer());
    }

    private static Viewer Viewer()
    {
        SimulatedScheduler clock = new();
        return new Viewer(clock, new SimulatedNetwork(clock), Plan.Viewer);
    }

    private static ChannelResult Of(RunResult result, Channel channel) => result.Channels.Single(c => c.Name == channel);

    private static Instant At(double seconds) => Instant.FromSeconds(seconds);

    private static Duration Milliseconds(double value) => Duration.FromMilliseconds(value);
}
