using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Testbed.Region;

/// <summary>The packets that a scene of 1500 objects takes when a viewer enters it, and the delays of avatars' motion in the meantime.</summary>
internal sealed class ScenePacketsTests
{
    private const int Prims = 1500;

    [TestCase(0.3, 500)]
    [TestCase(1.5, 375)]
    [TestCase(5.12, 375)]
    public void The_stock_region_makes_as_many_packets_as_OpenSim(double circuitMbps, int packets) =>
        Assert.That(Enter(OutboundNames.Stock, circuitMbps), Is.EqualTo(packets), "the real OpenSim made 502, 376 and 377");

    [Test]
    public void A_scene_takes_no_more_packets_than_in_stock([Values(0.15, 0.3, 0.6, 1.5, 3, 5.12, 8)] double circuitMbps) =>
        Assert.That(Enter(OutboundNames.Mongoose, circuitMbps), Is.LessThanOrEqualTo(Enter(OutboundNames.Stock, circuitMbps)));

    /// <summary>Returns the number of packets with objects.</summary>
    private static int Enter(string outbound, double circuitMbps)
    {
        LoggedVisit visit = Visit(outbound, circuitMbps, Activity.None, textures: false);
        visit.Clock.RunUntil(Instant.FromSeconds(120));
        TestContext.Out.WriteLine($"NONE {outbound} {circuitMbps} " + string.Join(" ", visit.Sent.Where(p => p.Channel == Channel.Task).Take(40).Select(p => p.Bytes)));
        return visit.Sent.Count(packet => packet.Channel == Channel.Task);
    }

    [Test]
    public void TempDelays([Values(0.3, 0.6, 1.5, 5)] double circuitMbps, [Values] bool textures)
    {
        LoggedVisit visit = Visit(OutboundNames.Mongoose, circuitMbps, Activity.Standing, textures, prims: 100_000);
        visit.Clock.RunUntil(Instant.FromSeconds(20));
        double[] delays = visit.Arrived.Where(a => a.Channel == Channel.Task && a.At > Instant.FromSeconds(5) && a.Delay is { } d && d < Duration.FromMilliseconds(1000)).Select(a => a.Delay!.Value.Milliseconds).Order().ToArray();
        TestContext.Out.WriteLine("SIZES " + string.Join(" ", visit.Sent.Where(p => p.Channel == Channel.Task).Skip(30).Take(12).Select(p => p.Bytes)));
        TestContext.Out.WriteLine($"SIM {circuitMbps} textures {textures}: {delays.Length} p50 {delays[delays.Length / 2]:0.0} p99 {delays[delays.Length * 99 / 100]:0.0} task {visit.Sent.Where(p => p.Channel == Channel.Task).Sum(p => p.Bytes)} packets {visit.Sent.Count(p => p.Channel == Channel.Task)}");
    }

    private static LoggedVisit Visit(string outbound, double circuitMbps, Activity activity, bool textures, int prims = Prims)
    {
        VisitPlan plan = LoggedVisit.TexturesOnly(outbound, DataRate.FromMegabitsPerSecond(circuitMbps), rttMs: 40);
        return new LoggedVisit(plan with
        {
            Region = plan.Region with { Prims = prims, Activity = activity, Island = Island.Sparta },
            Viewer = textures ? plan.Viewer : plan.Viewer with { Textures = [] },
        });
    }
}
