using Mongoose.Core.Units;
using Mongoose.Network.Queues;
using Mongoose.Testbed.Gateways;

namespace Mongoose.Tests.Testbed.Gateways;

public sealed class FlowMeterTests
{
    private static readonly Duration Second = Duration.FromSeconds(1);

    [Test]
    public void Each_flow_is_reported_with_its_delays_drops_and_marks_the_busiest_first()
    {
        FlowMeter meter = new();
        Wait(meter, port: 1, bytes: 100, milliseconds: 5);
        Wait(meter, port: 2, bytes: 1000, milliseconds: 10);
        Wait(meter, port: 2, bytes: 1000, milliseconds: 30);
        meter.Dropped(new TestPacket(1, port: 1), QueueDropReason.Overflow, Instant.Zero);
        meter.Marked(new TestPacket(2, port: 2), QueueDropReason.Target, Instant.Zero);
        FlowUsage[] flows = meter.Take();
        Assert.That(flows, Is.EqualTo(new[]
        {
            new FlowUsage(TestPacket.FlowOf(2), 2, 2000, Duration.FromMilliseconds(40), Duration.FromMilliseconds(30), 0, 1),
            new FlowUsage(TestPacket.FlowOf(1), 1, 100, Duration.FromMilliseconds(5), Duration.FromMilliseconds(5), 1, 0),
        }));
        Assert.That(flows[0].MeanDelay.Milliseconds, Is.EqualTo(20));
        Assert.That(meter.Take(), Is.Empty, "the counts were reset");
    }

    [Test]
    public void An_observer_that_the_queue_already_has_receives_all_events_too()
    {
        QueueDiscipline queue = new QueueOptions { LimitPackets = 1 }.Create();
        FlowMeter first = new(), second = new();
        queue.Observe(first);
        queue.Observe(second);
        queue.Enqueue(new TestPacket(1, port: 1), Instant.Zero);
        queue.Enqueue(new TestPacket(2, port: 2), Instant.Zero);
        queue.Dequeue(Instant.Zero + Second);
        FlowUsage[] seen = second.Take();
        Assert.That(seen.Select(flow => (flow.Flow.Source.Port, flow.Packets, flow.Drops)),
            Is.EquivalentTo(new[] { ((ushort)1, 1L, 0L), ((ushort)2, 0L, 1L) }));
        Assert.That(first.Take(), Is.EqualTo(seen));
    }

    [Test]
    public void Readings_add_up()
    {
        FlowMeter meter = new();
        Wait(meter, port: 1, bytes: 100, milliseconds: 5);
        GatewayReading first = new(Second, Second, meter.Take(), []);
        Wait(meter, port: 1, bytes: 300, milliseconds: 1);
        Wait(meter, port: 2, bytes: 900, milliseconds: 1);
        GatewayReading both = first.With(new GatewayReading(Second * 2, Second, meter.Take(), []));
        Assert.That((both.At, both.Time), Is.EqualTo((Second * 2, Second * 2)));
        Assert.That(both.Down.Select(flow => (flow.Flow.Source.Port, flow.Bytes)),
            Is.EqualTo(new[] { ((ushort)2, 900L), ((ushort)1, 400L) }));
    }

    [Test]
    public void A_row_has_rate_and_delays_and_surplus_flows_share_one_row()
    {
        FlowMeter meter = new();
        for (ushort port = 1; port <= 20; port++)
            Wait(meter, port, bytes: 125 * port, milliseconds: 5);
        string[] lines = GatewayTable.Rows(new GatewayReading(Second * 3, Second, [], meter.Take())).Select(GatewayTable.Line).ToArray();
        Assert.That(lines, Has.Length.EqualTo(9));
        Assert.That(lines[0].Split(' ', StringSplitOptions.RemoveEmptyEntries), Is.EqualTo(
            new[] { "3", "up", "10.0.0.1:20", ">", "10.0.0.2:9000", "udp", "20.0", "1", "5.0", "5.0", "0", "0" }));
        Assert.That(lines[^1].Split(' ', StringSplitOptions.RemoveEmptyEntries), Is.EqualTo(
            new[] { "3", "up", "12", "more", "78.0", "12", "5.0", "5.0", "0", "0" }));
    }

    private static void Wait(FlowMeter meter, ushort port, int bytes, double milliseconds) =>
        meter.Dequeued(new TestPacket(1, bytes, port), Duration.FromMilliseconds(milliseconds), Instant.Zero);
}
