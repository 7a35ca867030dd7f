using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Testbed.Region;

/// <summary>
/// The packets that a scene of 1500 objects takes when a viewer enters it, and how fresh the motion of avatars is in the meantime.
/// </summary>
internal sealed class ScenePacketsTests
{
    /// <summary>Stock makes 30 ms of the Task channel's rate at a time: 3, 5 and 12 objects, of which a packet holds 3.</summary>
    [TestCase(0.3, 500)]
    [TestCase(0.6, 600)]
    [TestCase(1.5, 500)]
    public void The_stock_region_ends_a_packet_with_each_portion_like_OpenSim(double circuitMbps, int packets) =>
        Assert.That(PacketsOfScene(OutboundNames.Stock, circuitMbps), Is.EqualTo(packets));

    [Test]
    public void A_scene_takes_no_more_packets_than_in_stock([Values(0.15, 0.3, 0.6, 1.5, 3, 5.12, 8)] double circuitMbps)
    {
        int stock = PacketsOfScene(OutboundNames.Stock, circuitMbps), mongoose = PacketsOfScene(OutboundNames.Mongoose, circuitMbps);
        TestContext.Out.WriteLine($"{circuitMbps} Mbit/s: stock {stock}, Mongoose {mongoose} packets");
        Assert.That(mongoose, Is.LessThanOrEqualTo(1.05 * stock));
    }

    /// <summary>
    /// Nine avatars move in each frame. With portions of 300 bytes in the order of OpenSim's queue, p99 was 52 and 32 ms.
    /// </summary>
    [TestCase(0.3, 45)]
    [TestCase(1.5, 30)]
    public void The_motion_of_avatars_does_not_wait_for_full_packets_of_objects(double circuitMbps, double maxMilliseconds)
    {
        LoggedVisit visit = Visit(OutboundNames.Mongoose, circuitMbps, prims: 100_000, Activity.Standing);
        visit.Clock.RunUntil(Instant.FromSeconds(20));
        // The objects' updates have been ready since the arrival.
        double[] delays = [.. visit.Arrived.Where(a => a.At > Instant.FromSeconds(5) && a.Delay < Duration.FromSeconds(1))
            .Select(a => a.Delay!.Value.Milliseconds).Order()];
        TestContext.Out.WriteLine($"{circuitMbps} Mbit/s: p50 {delays[delays.Length / 2]:0.0} ms, "
            + $"p99 {delays[delays.Length * 99 / 100]:0.0} ms, including 20 ms of propagation");
        Assert.That(delays, Has.Length.GreaterThan(150));
        Assert.That(delays[delays.Length * 99 / 100], Is.LessThan(maxMilliseconds));
    }

    private static int PacketsOfScene(string outbound, double circuitMbps)
    {
        LoggedVisit visit = Visit(outbound, circuitMbps, prims: 1500, Activity.None);
        visit.Clock.RunUntil(Instant.FromSeconds(120));
        return visit.Sent.Count(packet => packet.Channel == Channel.Task);
    }

    private static LoggedVisit Visit(string outbound, double circuitMbps, int prims, Activity activity)
    {
        VisitPlan plan = LoggedVisit.TexturesOnly(outbound, DataRate.FromMegabitsPerSecond(circuitMbps), rttMs: 40);
        return new LoggedVisit(plan with
        {
            Region = plan.Region with { Prims = prims, Activity = activity, Island = Island.Sparta },
            Viewer = plan.Viewer with { Textures = [] },
        });
    }
}
