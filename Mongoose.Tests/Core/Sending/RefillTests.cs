using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

/// <summary>
/// When a circuit asks for updates and textures, and for how many bytes. A circuit of 8 Mbit/s sends 1000 bytes per millisecond.
/// </summary>
public sealed class RefillTests
{
    private readonly List<(double Milliseconds, Channel Channel, long Bytes)> _asked = [];
    private Func<Channel, long, RefillResult> _answer = (_, _) => RefillResult.Nothing;

    [TestCase(800, 900, 4000)]
    [TestCase(8000, 5000, 40_000)]
    [TestCase(40, 900, 2054)]
    public void It_asks_for_5_ms_of_updates_and_40_ms_of_textures_at_the_circuit_s_rate(double kilobits, long updates, long textures)
    {
        Rig(kilobits).Serve();
        Assert.That(_asked, Is.EqualTo(new[] { (0.0, Channel.Task, updates), (0, Channel.Texture, textures) }),
            "at least 900 and 2054 bytes: a full packet with updates and two with textures");
    }

    [TestCase(8, 1)]
    [TestCase(9, 0)]
    public void Updates_are_requested_while_less_than_5_ms_of_them_are_queued(int packets, int asked)
    {
        // A packet counts as 600 bytes, so 9 packets exceed 5000.
        SenderRig rig = Rig(8000, port => Hold(port).Enqueue(Channel.Task, 600, packets));
        rig.Serve();
        Assert.That(_asked.Count(ask => ask.Channel == Channel.Task), Is.EqualTo(asked));
        if (asked > 0)
            Assert.That(_asked[0].Bytes, Is.EqualTo(900), "5000 - 4800 is below the minimum");
    }

    [TestCase(22, 1)]
    [TestCase(23, 0)]
    public void Textures_are_requested_while_less_than_a_third_of_40_ms_is_queued(int packets, int asked)
    {
        SenderRig rig = Rig(8000, port => Hold(port).Enqueue(Channel.Texture, 600, packets));
        rig.Serve();
        Assert.That(_asked.Count(ask => ask.Channel == Channel.Texture), Is.EqualTo(asked));
        if (asked > 0)
            Assert.That(_asked[^1].Bytes, Is.EqualTo(40_000 - 13_200));
    }

    /// <summary>
    /// A packet counts as 600 bytes. At 40 kbit/s, a third of the minimum of 2054 bytes is more than that.
    /// </summary>
    [TestCase(40, Channel.Task, 1)]
    [TestCase(40, Channel.Texture, 1)]
    [TestCase(0, Channel.Texture, 1)]
    public void One_queued_packet_may_be_enough(double kilobits, Channel channel, int asked)
    {
        SenderRig rig = Rig(kilobits, port => Hold(port).Enqueue(channel, 600));
        rig.Serve();
        Assert.That(_asked.Count(ask => ask.Channel == channel), Is.EqualTo(asked));
    }

    [Test]
    public void Pending_updates_are_requested_5_ms_before_the_circuit_can_send_them()
    {
        SenderRig rig = Rig(800);
        CircuitSender<FakePort> circuit = WithEndlessUpdates(rig);
        rig.Run(1000);
        double[] asked = [.. TaskAsked], sent = [.. circuit.Port.Log.Select(packet => (packet.At - Instant.FromSeconds(100)).Milliseconds)];
        Assert.That(sent[^1], Is.EqualTo(1000).Within(9), "9 ms per packet of 900 bytes: the circuit is full");
        Assert.That(sent.Skip(4).Zip(asked.Skip(4), (at, askedAt) => at - askedAt), Has.All.EqualTo(5).Within(0.01),
            "the burst covers those before");
    }

    [Test]
    public void Updates_that_are_announced_are_requested_at_once()
    {
        SenderRig rig = Rig(800);
        CircuitSender<FakePort> circuit = WithEndlessUpdates(rig);
        rig.Run(61);
        Assert.That((TaskAsked.Last(), (circuit.Port.Log[^1].At - Instant.FromSeconds(100)).Milliseconds), Is.EqualTo((55.0, 60.0)),
            "the next packet can be sent at 69 ms");
        circuit.Notify(CircuitEvents.TaskContent);
        rig.Serve();
        Assert.That(TaskAsked.Last(), Is.EqualTo(rig.Elapsed));
    }

    [Test]
    public void While_other_channels_have_packets_a_slow_circuit_requests_small_portions_of_updates_as_soon_as_none_is_queued()
    {
        SenderRig rig = Rig(800);
        CircuitSender<FakePort> circuit = WithEndlessUpdates(rig);
        circuit.Port.Enqueue(Channel.Land, bytes: 20, packets: 5000).Enqueue(Channel.Asset, bytes: 20, packets: 5000);
        rig.Run(1000);
        IEnumerable<double> sent = circuit.Port.Log.Where(packet => packet.Grant.Channel == Channel.Task)
            .Select(packet => (packet.At - Instant.FromSeconds(100)).Milliseconds);
        Assert.That(TaskAsked.Skip(1).Take(20), Is.EqualTo(sent.Take(20)).Within(0.01));
        Assert.That(_asked.Where(ask => ask.Channel == Channel.Task).Skip(1).Take(20).Select(ask => ask.Bytes),
            Has.All.EqualTo(500), "5 ms");
    }

    [Test]
    public void A_channel_that_is_empty_for_moments_still_counts_as_one_that_has_packets()
    {
        SenderRig rig = Rig(800);
        CircuitSender<FakePort> circuit = WithEndlessUpdates(rig);
        for (int i = 0; i < 20; i++)
        {
            circuit.Port.Enqueue(Channel.Land, bytes: 20);
            circuit.Notify(CircuitEvents.Packets);
            rig.Run(90);
        }
        Assert.That(_asked.Where(ask => ask.Channel == Channel.Task).Select(ask => ask.Bytes), Has.All.EqualTo(500));
        _asked.Clear();
        rig.Run(200);
        Assert.That(_asked[^1].Bytes, Is.EqualTo(900), "the other channel has had no packet for 200 ms");
    }

    [Test]
    public void An_order_that_is_never_reported_done_causes_no_wake_up_while_enough_is_queued([Values] bool isAnnounced)
    {
        _answer = (_, _) => RefillResult.Ordered;
        SenderRig rig = Rig(800);
        CircuitSender<FakePort> circuit = rig.Sender.Circuits[0];
        Assert.That(rig.Serve(), Is.EqualTo(2000));
        Hold(circuit.Port.Enqueue(Channel.Task, 1000, packets: 10).Enqueue(Channel.Texture, 1000, packets: 10));
        if (isAnnounced)
        {
            circuit.Notify(CircuitEvents.TaskOrderDone | CircuitEvents.TextureOrderDone);
            Assert.That(rig.Serve(), Is.EqualTo(double.PositiveInfinity));
        }
        for (int at = 2000; at <= 2002; at++)
        {
            rig.Pass(at - rig.Elapsed);
            circuit.Notify(CircuitEvents.Acks);
            Assert.That(rig.Serve(), Is.EqualTo(double.PositiveInfinity));
        }
        Assert.That(_asked, Has.Count.EqualTo(2));
    }

    [Test]
    public void Made_packets_are_sent_in_the_same_poll_and_it_asks_again_while_more_are_made()
    {
        SenderRig rig = Rig(800);
        FakePort port = rig.Sender.Circuits[0].Port;
        _answer = (channel, _) => channel == Channel.Texture ? Make(port, channel) : RefillResult.Nothing;
        rig.Serve();
        Assert.That(port.SentBytes, Is.EqualTo(3000), "the burst");
        Assert.That(_asked.Count(ask => ask.Channel == Channel.Texture), Is.EqualTo(4), "before each packet, and before the refusal");
    }

    [Test]
    public void After_an_empty_refill_it_asks_again_only_when_content_is_announced()
    {
        SenderRig rig = Rig(800);
        CircuitSender<FakePort> circuit = rig.Sender.Circuits[0];
        rig.Serve();
        _asked.Clear();
        circuit.Notify(CircuitEvents.Packets);
        rig.Serve();
        Assert.That(_asked, Is.Empty);
        circuit.Notify(CircuitEvents.TaskContent);
        rig.Serve();
        Assert.That(_asked.Select(ask => ask.Channel), Is.EqualTo(new[] { Channel.Task }));
        circuit.Notify(CircuitEvents.TextureContent);
        rig.Serve();
        Assert.That(_asked.Select(ask => ask.Channel), Is.EqualTo(new[] { Channel.Task, Channel.Texture }));
    }

    [Test]
    public void By_polling_it_asks_for_updates_every_200_ms_and_for_textures_every_10_ms()
    {
        SenderRig rig = new(SenderRig.Polled with { Polling = PollPolicy.OpenSim with { Idle = Duration.FromMilliseconds(1) } });
        Open(rig, 800, _ => { });
        rig.Run(1000);
        Assert.That(_asked.Count(ask => ask.Channel == Channel.Task), Is.EqualTo(6), "at 0, 200, ... 1000 ms");
        Assert.That(_asked.Count(ask => ask.Channel == Channel.Texture), Is.EqualTo(101));
    }

    [Test]
    public void A_pending_order_is_not_repeated_until_it_is_done([Values] bool isPolled)
    {
        SenderRig rig = new(isPolled ? SenderRig.Polled : SenderRig.EventDriven);
        _answer = (_, _) => RefillResult.Ordered;
        Open(rig, 800, _ => { });
        rig.Run(1900);
        Assert.That(_asked.Select(ask => ask.Milliseconds), Is.EqualTo(new double[] { 0, 0 }));
        rig.Sender.NotifyAll(CircuitEvents.TaskContent | CircuitEvents.TextureContent);
        rig.Run(0);
        Assert.That(_asked, Has.Count.EqualTo(2), "the pending order picks it up");
        rig.Sender.NotifyAll(CircuitEvents.TextureOrderDone);
        rig.Run(50);
        Assert.That(_asked.Skip(2).Select(ask => (ask.Milliseconds, ask.Channel)), Is.EqualTo(new[] { (1900.0, Channel.Texture) }));
    }

    [Test]
    public void A_lost_order_is_repeated_after_2_s([Values] bool isPolled)
    {
        SenderRig rig = new(isPolled ? SenderRig.Polled : SenderRig.EventDriven);
        _answer = (_, _) => RefillResult.Ordered;
        Open(rig, 800, _ => { });
        rig.Run(2015);
        Assert.That(_asked.Skip(2).Select(ask => ask.Milliseconds), Is.EqualTo(new double[] { 2000, 2000 }).Within(15));
    }

    private IEnumerable<double> TaskAsked => _asked.Where(ask => ask.Channel == Channel.Task).Select(ask => ask.Milliseconds);

    /// <summary>Each refill makes a packet of 900 bytes.</summary>
    private CircuitSender<FakePort> WithEndlessUpdates(SenderRig rig)
    {
        CircuitSender<FakePort> circuit = rig.Sender.Circuits[0];
        _answer = (channel, _) =>
        {
            if (channel != Channel.Task)
                return RefillResult.Nothing;
            circuit.Port.Enqueue(channel, 900);
            return RefillResult.Made;
        };
        return circuit;
    }

    private static FakePort Hold(FakePort port)
    {
        port.Rates = default;
        port.InFlight = new InFlight(1, long.MaxValue, 0);
        return port;
    }

    private static RefillResult Make(FakePort port, Channel channel)
    {
        port.Enqueue(channel);
        return RefillResult.Made;
    }

    private SenderRig Rig(double kilobits, Action<FakePort>? with = null)
    {
        SenderRig rig = new(SenderRig.EventDriven);
        Open(rig, kilobits, with ?? (_ => { }));
        return rig;
    }

    private void Open(SenderRig rig, double kilobits, Action<FakePort> with)
    {
        FakePort port = new();
        with(port);
        port.OnRefill = (channel, bytes) =>
        {
            _asked.Add((rig.Elapsed, channel, bytes));
            return _answer(channel, bytes);
        };
        rig.Open(kilobits, port);
    }
}
