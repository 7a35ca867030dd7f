using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>Circuits whose requested rates exceed scene_throttle_max_bps in total.</summary>
[NonParallelizable] // It measures.
public sealed class ModuleSceneCapTests : ModuleFixture
{
    private const int MaxPacketBytes = 1400;

    private static readonly DataRate Scene = DataRate.FromMegabitsPerSecond(3);
    private static readonly double[] BusyMbps = [4, 2, 2];

    /// <summary>
    /// So little that its share is below the rate with which path control starts: an idle circuit learns nothing of its line.
    /// </summary>
    private const double IdleMbps = 2;
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(6), Measured = TimeSpan.FromSeconds(10);

    protected override int SceneBytesPerSecond => (int)Scene.BytesPerSecond;

    [OneTimeSetUp]
    public void LoadTextures() => LoadTextures(Grid, SomeTextures());

    [Test, Measured]
    public void Circuits_share_the_scene_s_rate_in_proportion_and_use_idle_shares_without_exceeding_it()
    {
        GridVisit idle = Visit(new ViewerOptions { Throttle = Circuit(IdleMbps) });
        GridVisit[] busy = BusyMbps
            .Select(mbps =>
                Visit(new ViewerOptions { Throttle = Circuit(mbps), Textures = SomeTextures(), RepeatTextures = true })).ToArray();
        Thread.Sleep(Settling);

        List<Arrival> log = [];
        GridVisit[] all = [idle, .. busy];
        LatenessProbe probe = new(Loop);
        Loop.Invoke(() => Array.ForEach(all, visit => visit.Viewer.PacketArrived = log.Add));
        (long[] before, Instant from) = Received(busy);
        double now = CircuitRow.Find(Grid, idle)!.Current;
        Thread.Sleep(Measured);
        (long[] after, Instant to) = Received(busy);
        Arrival[] arrivals = Loop.Invoke(log.ToArray);

        double[] rates = after.Zip(before, (last, first) => DataRate.Of(last - first, to - from).MegabitsPerSecond).ToArray();
        // Rate * time + burst + one packet of each circuit.
        double depth = new SceneShaper<object>(Scene, ShaperOptions.Default.Burst, Instant.Zero)
            .BurstBytes + all.Length * MaxPacketBytes;
        double excess = arrivals.ExcessBytes(Scene, depth);
        Duration late = probe.Max;
        TestContext.Out.WriteLine($"{string.Join(", ", rates.Select(rate => $"{rate:0.000}"))} Mbit/s of {Scene} for circuits that request"
            + $" {string.Join(", ", BusyMbps)}; excess {excess:0} bytes, the log is late by up to {late}");
        Assert.Multiple(() =>
        {
            Assert.That(now, Is.EqualTo(Scene.KilobitsPerSecond * IdleMbps / (IdleMbps + BusyMbps.Sum())).Within(1).Percent,
                "the idle circuit's share");
            Assert.That(rates.Sum(), Is.GreaterThanOrEqualTo(0.97 * Scene.MegabitsPerSecond),
                "the rest of the idle circuit's share is used");
            for (int i = 0; i < rates.Length; i++)
                Assert.That(rates[i], Is.EqualTo(Scene.MegabitsPerSecond * BusyMbps[i] / BusyMbps.Sum()).Within(7).Percent,
                    $"{BusyMbps[i]} Mbit/s");
            Assert.That(excess, Is.LessThanOrEqualTo(Scene.BytesIn(late)));
        });
    }

    private (long[] Bytes, Instant At) Received(GridVisit[] visits) => Loop.Invoke(() =>
        (visits.Select(visit => Enum.GetValues<Channel>().Sum(channel => visit.Viewer.Reception(channel).Bytes)).ToArray(), Loop.Now));

    /// <summary>Some textures; sending all of them once would take half a minute at the scene's rate.</summary>
    private static Guid[] SomeTextures() => Textures().Take(24).ToArray();
}
