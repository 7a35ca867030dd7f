using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

/// <summary>Ports that throw, and circuits that close while they are served.</summary>
public sealed class FailingPortTests
{
    private static readonly string[] Members =
    [
        nameof(FakePort.Rates), nameof(FakePort.InFlight), nameof(FakePort.Path), nameof(FakePort.FindBacklog),
        nameof(FakePort.QueuedPackets),
        nameof(FakePort.HeadBytes), nameof(FakePort.Send), nameof(FakePort.Refill),
    ];

    [Test]
    public void An_exception_of_a_port_is_reported_and_the_circuit_continues_within_5_ms_of_its_recovery(
        [ValueSource(nameof(Members))] string member, [Values] bool isPolled)
    {
        SenderRig rig = new(isPolled ? SenderRig.Polled : SenderRig.EventDriven);
        CircuitSender<FakePort> circuit = rig.Open(), healthy = rig.Open();
        circuit.Port.Enqueue(Channel.Task).Enqueue(Channel.Resend).Enqueue(Channel.Asset, 1000, packets: 3).Broken = member;
        healthy.Port.Enqueue(Channel.Task);
        rig.Run(12);
        Assert.That(rig.Failures.Select(failure => (failure.Circuit, failure.Exception.Message)),
            Is.Not.Empty.And.All.EqualTo((circuit, member)));
        Assert.That(rig.Failures, Has.Count.LessThanOrEqualTo(8));
        Assert.That(healthy.Port.Log, Has.Count.EqualTo(1), "another circuit sends unaffected");

        circuit.Port.Broken = null;
        rig.Run(100);
        Assert.That(circuit.Port.Log, Has.Count.EqualTo(5), "each packet once");
        Assert.That(circuit.Port.Queued, Is.Zero);
        Assert.That(circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(800));
        Assert.That(circuit.Counters.Usage(Channel.Asset).Packets, Is.EqualTo(3), "exactly the sent packets are counted");
    }

    [Test]
    public void A_packet_that_fails_to_send_is_given_up_and_the_next_is_sent_in_the_same_poll()
    {
        SenderRig rig = new(SenderRig.EventDriven);
        FakePort port = rig.Open().Port.Enqueue(Channel.Asset, 1000, packets: 5);
        port.Broken = nameof(FakePort.Send);
        rig.Serve();
        Assert.That((port.Queued, rig.Failures.Count), Is.EqualTo((2, 3)), "the burst");
    }

    [Test]
    public void Content_that_cannot_be_made_delays_no_other_packet_and_is_requested_again([Values] bool isPolled)
    {
        SenderRig rig = new(isPolled ? SenderRig.Polled : SenderRig.EventDriven);
        FakePort port = rig.Open().Port.Enqueue(Channel.Resend, 1000, packets: 100);
        port.Broken = nameof(FakePort.Refill);
        rig.Run(1000);
        Assert.That(port.SentBytes, Is.EqualTo(100_000));
        port.Broken = null;
        port.OnRefill = (channel, _) =>
        {
            port.OnRefill = null;
            port.Enqueue(channel);
            return RefillResult.Made;
        };
        rig.Run(2000);
        Assert.That(port.SentBytes, Is.EqualTo(101_000));
    }

    [Test]
    public void News_that_could_not_be_read_are_read_at_the_next_poll([Values] bool isPolled)
    {
        SenderRig rig = new(isPolled ? SenderRig.Polled : SenderRig.EventDriven);
        CircuitSender<FakePort> circuit = rig.Open();
        rig.Run(100);
        int asked = 0;
        circuit.Port.OnRefill = (channel, _) =>
        {
            asked += channel == Channel.Task ? 1 : 0;
            return RefillResult.Nothing;
        };
        circuit.Port.Rates = SenderRig.Rates(1600);
        circuit.Port.Broken = nameof(FakePort.Rates);
        circuit.Notify(CircuitEvents.Rates | CircuitEvents.TaskContent);
        rig.Serve();
        circuit.Port.Broken = null;
        rig.Run(5);
        Assert.That((circuit.Shaper.CircuitRate.KilobitsPerSecond, asked), Is.EqualTo((1600.0, 1)));
    }

    [Test]
    public void A_circuit_that_fails_while_it_borrows_from_the_region_is_served_again([Range(10, 30)] int failsAfter)
    {
        // The circuits ask for 3200 of 1600 kbit/s: the first has an own share of 800 and borrows what the second leaves, so every other
        // packet is lent.
        SenderRig rig = new(SenderRig.EventDriven, limitKilobits: 1600);
        FakePort port = rig.Open(1600).Port;
        rig.Open(1600);
        port.Enqueue(Channel.Asset, 1000, packets: 100);
        int sent = 0;
        port.OnSend = _ => port.Broken = ++sent == failsAfter ? nameof(FakePort.InFlight) : null;
        rig.Run(200);
        port.OnSend = null;
        port.Broken = null;
        rig.Run(1000);
        Assert.That(rig.Failures, Is.Not.Empty);
        Assert.That(port.Queued, Is.Zero);
    }

    [Test]
    public void A_circuit_that_closes_another_in_mid_pass_affects_no_other()
    {
        SenderRig rig = new(SenderRig.EventDriven);
        CircuitSender<FakePort>[] circuits = [rig.Open(), rig.Open(), rig.Open()];
        foreach (CircuitSender<FakePort> circuit in circuits)
            circuit.Port.Enqueue(Channel.Task);
        // The pass begins with the second circuit.
        circuits[1].Port.OnSend = _ => rig.Sender.Close(circuits[2]);
        rig.Run(10);
        Assert.That(circuits.Select(circuit => circuit.Port.Log.Count), Is.EqualTo(new[] { 1, 1, 0 }),
            "a closed circuit is not served again");
        Assert.That(rig.Sender.Circuits, Is.EqualTo(new[] { circuits[0], circuits[1] }));
        Assert.That(rig.Failures, Is.Empty);
    }

    [Test]
    public void A_circuit_that_closes_itself_sends_nothing_more([Values(0, 1600)] double limit)
    {
        SenderRig rig = new(SenderRig.EventDriven, limit);
        CircuitSender<FakePort> circuit = rig.Open(1600), other = rig.Open(1600);
        circuit.Port.Enqueue(Channel.Task, 1000, packets: 100);
        other.Port.Enqueue(Channel.Task, 1000, packets: 100);
        int sent = 0;
        circuit.Port.OnSend = _ =>
        {
            if (++sent == 2)
                rig.Sender.Close(circuit);
        };
        rig.Run(2000);
        Assert.That(circuit.Port.Log, Has.Count.EqualTo(2));
        Assert.That(other.Port.Queued, Is.Zero);
    }

    [Test]
    public void A_circuit_that_closes_while_it_is_lent_to_sends_nothing_more([Values(0, 1)] int closed)
    {
        SenderRig rig = new(SenderRig.EventDriven, limitKilobits: 1600);
        CircuitSender<FakePort>[] circuits = [rig.Open(1600), rig.Open(1600)];
        rig.Open(1600);
        circuits[0].Port.Enqueue(Channel.Task, 1000, packets: 200);
        circuits[1].Port.Enqueue(Channel.Task, 1000, packets: 200);
        int sent = 0;
        circuits[0].Port.OnSend = _ =>
        {
            if (++sent == 30)
                rig.Sender.Close(circuits[closed]);
        };
        rig.Run(2000);
        Assert.That(rig.Failures, Is.Empty);
        Assert.That(circuits[1 - closed].Port.Queued, Is.Zero);
        Assert.That(circuits[closed].Port.Queued, Is.GreaterThan(0));
        Assert.That(circuits[closed].Port.Log[^1].At, Is.LessThan(rig.Now - Duration.FromSeconds(1)));
    }
}
