using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Testbed.Demo;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Visits;

namespace Mongoose.Tests.Testbed.Demo;

[Parallelizable(ParallelScope.All)]
public sealed class DemoSceneTests
{
    [Test]
    public void Both_servers_get_the_same_work()
    {
        DemoScene scene = new(new DemoOptions { Loss = 0.01, Seed = 4 }, new(DataRate.FromMegabitsPerSecond(1.5)));
        VisitPlan stock = scene.Plan(OutboundNames.Stock, 1), mongoose = scene.Plan(OutboundNames.Mongoose, 2);
        Assert.That((stock.Port, mongoose.Port), Is.EqualTo((1, 2)));
        Assert.That(stock.Region.Outbound, Is.EqualTo(OutboundNames.Stock));
        Assert.That(stock with { Port = 2, Region = stock.Region with { Outbound = OutboundNames.Mongoose } }, Is.EqualTo(mongoose));
    }

    [Test]
    public void The_seed_decides_the_order_of_textures_and_the_losses_of_each_way()
    {
        VisitPlan one = Plan(seed: 1), again = Plan(seed: 1), two = Plan(seed: 2);
        Assert.That(again.Viewer.Textures, Is.EqualTo(one.Viewer.Textures));
        Assert.That(two.Viewer.Textures, Is.Not.EqualTo(one.Viewer.Textures));
        Assert.That(one.Viewer.Textures, Is.EquivalentTo(TextureLibrary.Default.Ids));
        Assert.That(new[] { one.ToServer.Seed, one.ToClient.Seed, two.ToServer.Seed, two.ToClient.Seed }, Is.Unique);
        Assert.That(one.RoundTrip, Is.EqualTo(Duration.FromMilliseconds(50)));

        static VisitPlan Plan(int seed) => new DemoScene(new DemoOptions { Seed = seed }, new(DataRate.FromMegabitsPerSecond(8))).Plan("stock");
    }

    [Test]
    public void Timed_textures_are_the_first_and_fit_their_share(
        [Values(0.064, 0.5, 1.5, 8)] double megabits, [Values(2, 4, 12, 3600)] double seconds, [Values(1, 2, 3)] int seed)
    {
        DataRate throttle = DataRate.FromMegabitsPerSecond(megabits);
        DemoOptions options = new() { Length = Duration.FromSeconds(seconds), Seed = seed };
        VisitPlan plan = new DemoScene(options, new(throttle)).Plan("stock");
        int[] sizes = plan.TimedTextures.Select(id => TextureLibrary.Default.TryGetSize(id, out int bytes) ? bytes : 0).ToArray();
        long share = throttle.BytesIn(options.Length) / 5, available = 133 * 150_000;
        Assert.That(sizes.Sum(), Is.InRange(Math.Min(share, available) * 0.0, share));
        if (share is > 20_000 and < 2_000_000)
            Assert.That(sizes.Sum(), Is.GreaterThan(0.85 * share), "and use it");
        Assert.That(sizes, Has.All.InRange(1, 150_000));
        Assert.That(plan.Viewer.Textures.Take(sizes.Length), Is.EqualTo(plan.TimedTextures));
        Assert.That(plan.Throttle / throttle, Is.EqualTo(1).Within(1e-4), "the circuit is what was asked for");
    }

    [TestCase(1.5, 12)]
    [TestCase(8, 12)]
    [TestCase(1.5, 4)]
    [TestCase(8, 4)]
    public void In_simulation_both_servers_finish_the_timed_download_and_Mongoose_fills_the_circuit(double megabits, double seconds)
    {
        DemoScene scene = new(new DemoOptions { Length = Duration.FromSeconds(seconds) }, new(DataRate.FromMegabitsPerSecond(megabits)));
        RunResult stock = Run(scene.Plan(OutboundNames.Stock)), mongoose = Run(scene.Plan(OutboundNames.Mongoose));
        TestContext.Out.WriteLine($"{megabits} Mbit/s, {seconds} s: stock {stock.Utilisation:p1} in {stock.TextureSeconds:f2} s, "
            + $"Mongoose {mongoose.Utilisation:p1} in {mongoose.TextureSeconds:f2} s");
        Assert.That(mongoose.Utilisation, Is.InRange(0.95, 1.03));
        Assert.That(stock.Utilisation, Is.InRange(0.2, 0.8));
        Assert.That(mongoose.TextureSeconds, Is.InRange(0.1, seconds));
        Assert.That(stock.TextureSeconds, Is.InRange(mongoose.TextureSeconds!.Value, seconds));
        Assert.That(mongoose.TaskDelayMs.P99, Is.InRange(25, stock.TaskDelayMs.P99));
        Assert.That((mongoose.LossPercent, stock.LossPercent), Is.EqualTo((0.0, 0.0)));
    }

    [Test]
    public void In_simulation_path_control_fits_a_circuit_to_its_line([Values(1, 2, 3)] int seed)
    {
        DemoScene scene = new(new DemoOptions { Seed = seed }, DemoPair.OnLine(DataRate.FromMegabitsPerSecond(1)));
        RunResult stock = Run(scene.Plan(OutboundNames.Stock)), mongoose = Run(scene.Plan(OutboundNames.Mongoose));
        TestContext.Out.WriteLine($"stock {stock.Utilisation:p1}, lost {stock.LossPercent:f1} %, Task {stock.TaskDelayMs}; "
            + $"Mongoose {mongoose.Utilisation:p1}, lost {mongoose.LossPercent:f1} %, Task {mongoose.TaskDelayMs}");
        Assert.That((stock.ThrottleKbps, stock.LineKbps, mongoose.ThrottleKbps, mongoose.LineKbps), Is.EqualTo((3000, 1000, 3000, 1000)));
        Assert.That(mongoose.Utilisation, Is.InRange(stock.Utilisation - 0.05, 0.98));
        Assert.That(mongoose.LossPercent, Is.LessThan(stock.LossPercent / 2));
        Assert.That(mongoose.TaskDelayMs.P50, Is.LessThan(stock.TaskDelayMs.P50 / 2));
        Assert.That(mongoose.TaskDelayMs.P99, Is.LessThan(stock.TaskDelayMs.P99 * 0.75));
        Assert.That(mongoose.TextureSeconds, Is.Not.Null);
    }

    [Test]
    public void Each_throttle_is_a_pair_and_the_line_another()
    {
        DemoOptions options = new() { Throttles = [Rate(500), Rate(1500)], Line = Rate(2000) };
        Assert.That(options.Pairs, Is.EqualTo(new DemoPair[] { new(Rate(500)), new(Rate(1500)), new(Rate(6000), Rate(2000)) }));
        Assert.That((options with { Line = DataRate.Zero }).Pairs, Is.EqualTo(new DemoPair[] { new(Rate(500)), new(Rate(1500)) }));
        Assert.That(options.Arguments, Does.StartWith("--throttle 500,1500 ").And.EndsWith(" --line 2000"));

        static DataRate Rate(double kbps) => DataRate.FromKilobitsPerSecond(kbps);
    }

    [Test]
    public void Mongoose_sends_as_shipped()
    {
        SendingOptions sending = new DemoScene(new DemoOptions(), new(DataRate.FromMegabitsPerSecond(8))).Plan(OutboundNames.Mongoose).Region.Sending;
        Assert.That(sending, Is.EqualTo(SendingOptions.Default with { PathControl = PathControlOptions.Default, FastResend = true }));
    }

    private static RunResult Run(VisitPlan plan)
    {
        VisitRecorder recorder = new(plan);
        SimulatedVisit visit = new(plan);
        visit.Viewer.PacketArrived = recorder.Add;
        visit.Viewer.TextureCompleted = (texture, _) => recorder.TextureCompleted(texture, visit.Clock.Now);
        visit.Viewer.Connected = () => recorder.Begin(visit.Clock.Now);
        visit.Clock.RunFor(plan.Length + plan.RoundTrip);
        recorder.End(visit.Clock.Now);
        return recorder.Result(visit.Viewer);
    }
}
