using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;

namespace Mongoose.Tests.Network.Clamping;

/// <summary>
/// Whether the clamp releases flows whose queue its windows do not shorten; packets leave its own queue after 20 ms in it, whatever the
/// windows are.
/// </summary>
public sealed class FittingWindowsTests
{
    private static readonly ClampOptions Options = new() { Rate = DataRate.FromMegabitsPerSecond(1), Auto = true };

    // 20 flows at their floors of 2920 bytes: at scale 12 a field of 1 says 4096, at scale 14 it says 16384.
    [TestCase(0, 2920)]
    [TestCase(12, 4096)]
    [TestCase(14, 16_384)]
    public void Windows_at_the_floor_fit_as_they_are_rounded_to_the_scale(int scale, long bytes)
    {
        ClampRig rig = new(Options);
        foreach (int port in Enumerable.Range(1, 20))
            new RigFlow(rig, port, 40, 10) { ReceiverScale = (byte)scale, Field = 65_536u >> scale }.Start();
        AddQueue(rig, 125, untilSeconds: 5);
        rig.RunUntil(2);
        Assert.That(rig.Reading.Flows.Select(flow => (flow.TargetBytes, flow.AdvertisedBytes)), Is.All.EqualTo((bytes, bytes)));
        rig.RunUntil(5);
        Assert.That(rig.Reading.Released);
    }

    // The window of the sparse flow's SYN stays in force until that much data has been acknowledged.
    [Test]
    public void A_flow_that_does_not_fill_its_window_does_not_keep_it_from_letting_go()
    {
        ClampRig rig = new(Options);
        new RigFlow(rig, 1, 40, 10).Start();
        RigFlow sparse = new RigFlow(rig, 2, 40, 10) { BytesPerSecond = 500 }.Start();
        for (int ms = 500; ms < 6000; ms += 500)
            rig.At(Instant.FromMilliseconds(ms), () => sparse.PassAck(sparse.Received, 0));
        AddQueue(rig, 125, untilSeconds: 6);
        rig.RunUntil(6);
        Assert.That(rig.Reading.Flows[1].AdvertisedBytes, Is.GreaterThan(2 * rig.Reading.Flows[1].TargetBytes ?? 0));
        Assert.That(rig.Reading.Released);
    }

    /// <summary>Bytes leave the queue in each millisecond.</summary>
    private static void AddQueue(ClampRig rig, int bytes, double untilSeconds)
    {
        for (int ms = 1; ms <= untilSeconds * 1000; ms++)
            rig.At(Instant.FromMilliseconds(ms), () => rig.Clamp.OnDequeued(bytes, Duration.FromMilliseconds(20), rig.Now));
    }
}
