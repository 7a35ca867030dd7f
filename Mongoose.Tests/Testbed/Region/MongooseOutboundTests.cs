using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Testbed.Region;

public sealed class MongooseOutboundTests
{
    private const int MaxPacketBytes = 1400;

    [Test]
    public void One_busy_channel_fills_the_circuit_and_never_exceeds_it(
        [Values(1.5, 8)] double circuitMbps, [Values(0.5, 50, 200)] double rttMs)
    {
        DataRate circuit = DataRate.FromMegabitsPerSecond(circuitMbps);
        LoggedVisit visit = Run(LoggedVisit.TexturesOnly(OutboundNames.Mongoose, circuit, rttMs), seconds: 32);

        for (int start = 2; start <= 20; start += 2)
            Assert.That(visit.Received(start, start + 10) / circuit, Is.GreaterThanOrEqualTo(0.98), $"from {start} s");
        AssertCap(visit, circuit);
    }

    [Test]
    public void Random_loss_costs_no_more_than_the_resends([Values(1.5, 8)] double circuitMbps)
    {
        DataRate circuit = DataRate.FromMegabitsPerSecond(circuitMbps);
        LoggedVisit visit = Run(LoggedVisit.TexturesOnly(OutboundNames.Mongoose, circuit, rttMs: 100, loss: 0.01), seconds: 25);

        Assert.That(visit.Received(5, 25) / circuit, Is.GreaterThan(0.95));
        Assert.That(visit.Arrived.Count(a => a.Resent), Is.GreaterThan(0));
        AssertCap(visit, circuit);
    }

    [Test]
    public void Avatar_updates_are_fresher_than_in_stock_while_textures_fill_the_circuit()
    {
        double mongoose = TaskDelayP99(OutboundNames.Mongoose), stock = TaskDelayP99(OutboundNames.Stock);

        TestContext.Out.WriteLine($"Task delay p99, including 25 ms of propagation: Mongoose {mongoose:f1} ms, stock {stock:f1} ms");
        Assert.That(mongoose, Is.LessThan(stock));
    }

    private static double TaskDelayP99(string outbound)
    {
        VisitPlan plan = LoggedVisit.TexturesOnly(outbound, DataRate.FromMegabitsPerSecond(1.5), rttMs: 50);
        LoggedVisit visit = Run(plan with { Region = plan.Region with { Activity = Activity.Walking } }, seconds: 30);
        double[] delays = visit.Arrived.Where(a => a.Channel == Channel.Task).Select(a => a.Delay!.Value.Milliseconds).Order().ToArray();
        return delays[delays.Length * 99 / 100];
    }

    private static LoggedVisit Run(VisitPlan plan, double seconds)
    {
        LoggedVisit visit = new(plan);
        visit.Clock.RunUntil(Instant.FromSeconds(seconds));
        return visit;
    }

    /// <summary>
    /// In any interval of length d, at most R*d + burst + one packet is sent: a bucket of that depth, drained by the log, never becomes
    /// empty.
    /// </summary>
    private static void AssertCap(LoggedVisit visit, DataRate circuit)
    {
        double depth = Math.Max(CircuitShaper.MinParentBurstBytes, circuit.BytesIn(ShaperOptions.Default.Burst)) + MaxPacketBytes;
        double level = depth;
        Instant last = Instant.Zero;
        foreach (SentPacket packet in visit.Sent.SkipWhile(p => p.At < Instant.FromSeconds(1)))
        {
            level = Math.Min(depth, level + circuit.BytesPerSecond * (packet.At - last).Seconds) - packet.Bytes;
            last = packet.At;
            Assert.That(level, Is.GreaterThanOrEqualTo(0), $"at {packet.At}");
        }
    }
}
