using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

/// <summary>
/// Circuits under one region's limit. A region of 8 Mbit/s sends 1000 bytes per millisecond, with a burst of 25 000 bytes.
/// </summary>
public sealed class RegionLimitTests
{
    [Test]
    public void Busy_circuits_share_the_limit_in_proportion_to_their_rates([Values] bool isPolled)
    {
        SenderRig rig = Rig(isPolled, 8000);
        FakePort[] ports = [Busy(rig, 4000), Busy(rig, 8000), Busy(rig, 12_000)];
        rig.Run(1000);
        long[] before = ports.Select(port => port.SentBytes).ToArray();
        rig.Run(5000);
        double[] kilobits = ports.Select((port, i) => (port.SentBytes - before[i]) * 8 / 5000.0).ToArray();
        Assert.That(kilobits, Is.EqualTo(new[] { 8000 / 6.0, 8000 / 3.0, 8000 / 2.0 }).Within(3).Percent);
        Assert.That(kilobits.Sum(), Is.EqualTo(8000).Within(1).Percent);
    }

    [Test]
    public void Other_circuits_borrow_the_share_of_an_idle_circuit([Values] bool isPolled)
    {
        SenderRig rig = Rig(isPolled, 8000);
        FakePort busy = Busy(rig, 6000);
        rig.Open(6000);
        rig.Run(5000);
        Assert.That(busy.SentBytes * 8 / 5000.0, Is.EqualTo(6000).Within(3).Percent, "its own rate, not its share of 4000");
    }

    [Test]
    public void A_borrowing_circuit_is_refilled_while_it_sends(
        [Values] bool isPolled, [Values(ChannelSet.Task, ChannelSet.All)] ChannelSet refilled)
    {
        SenderRig rig = Rig(isPolled, 1600);
        rig.Open(16_000);
        CircuitSender<FakePort> circuit = Rested(rig, 16_000);
        FakePort port = circuit.Port;
        circuit.Notify(CircuitEvents.TaskContent | CircuitEvents.TextureContent);
        port.OnRefill = (channel, _) =>
        {
            if (!refilled.Contains(channel))
                return RefillResult.Nothing;
            port.Enqueue(channel, 500);
            return RefillResult.Made;
        };
        rig.Run(5000);
        Assert.That(port.SentBytes * 8 / 5000.0, Is.EqualTo(1600).Within(3).Percent, "not its own share of 800");
    }

    [Test]
    public void In_any_interval_the_region_sends_at_most_its_limit_plus_a_burst([Values] bool isPolled)
    {
        SenderRig rig = Rig(isPolled, 2000);
        FakePort[] ports = [.. Enumerable.Range(1, 8).Select(i => Busy(rig, 250 * i))];
        rig.Run(5000);
        // A bucket of 12 000 bytes plus a packet, drained at 250 bytes/ms.
        double level = 0, max = 0;
        Instant before = Instant.Zero;
        foreach (FakePort.Sent sent in ports.SelectMany(port => port.Log).OrderBy(sent => sent.At))
        {
            level = Math.Max(0, level - 250 * (sent.At - before).Milliseconds) + sent.Grant.Bytes;
            (max, before) = (Math.Max(max, level), sent.At);
        }
        Assert.That(max, Is.LessThanOrEqualTo(8 * 1500 + 1500));
    }

    [Test]
    public void A_circuit_that_waits_for_the_region_is_served_when_the_region_has_tokens()
    {
        SenderRig rig = Rig(isPolled: false, 1000);
        CircuitSender<FakePort> circuit = Rested(rig, 8000);
        circuit.Port.Enqueue(Channel.Texture, 1000, packets: 100);
        circuit.Notify(CircuitEvents.Packets);
        double next = rig.Serve();
        // The burst of 12 000 bytes is used up except for a remainder that does not cover another packet of 1500; tokens arrive at 125
        // bytes/ms.
        Assert.That(rig.Sender.Counters.Sent.Bytes, Is.EqualTo(11_000));
        Assert.That(next, Is.EqualTo(4), "(1500 - 1000) bytes at 125 bytes/ms");
        rig.Pass(next);
        rig.Serve();
        Assert.That(rig.Sender.Counters.Sent.Bytes, Is.EqualTo(12_000));
    }

    [Test]
    public void A_circuit_without_packets_waits_for_nothing()
    {
        SenderRig rig = Rig(isPolled: false, 1000);
        CircuitSender<FakePort> circuit = Rested(rig, 8000);
        FakePort port = circuit.Port.Enqueue(Channel.Task, 1000, packets: 10);
        circuit.Notify(CircuitEvents.Packets);
        Assert.That(rig.Serve(), Is.EqualTo(double.PositiveInfinity));
        Assert.That(port.Queued, Is.Zero);
        Assert.That(rig.Sender.Circuits[0].Share.WaitsForScene, Is.False);
    }

    [Test]
    public void A_circuit_whose_packets_have_been_removed_stops_waiting()
    {
        SenderRig rig = Rig(isPolled: false, 1000);
        CircuitSender<FakePort> circuit = Rested(rig, 8000);
        circuit.Port.Enqueue(Channel.Task, 1000, packets: 11);
        circuit.Notify(CircuitEvents.Packets);
        Assert.That((rig.Serve(), circuit.Share.WaitsForScene), Is.EqualTo((4.0, true)), "the poll has found packets");
        rig.Pass(1);
        circuit.Notify(CircuitEvents.Acks);
        Assert.That((rig.Serve(), circuit.Share.WaitsForScene), Is.EqualTo((double.PositiveInfinity, false)));
    }

    [Test]
    public void A_circuit_held_back_by_its_own_rate_does_not_wait_for_the_region()
    {
        SenderRig rig = Rig(isPolled: false, 8000);
        FakePort port = rig.Open(800).Port.Enqueue(Channel.Task, 1000, packets: 10);
        Assert.That(rig.Serve(), Is.EqualTo(10), "1000 bytes at 100 bytes/ms");
        Assert.That((port.Queued, rig.Sender.Circuits[0].Share.WaitsForScene), Is.EqualTo((7, false)));
    }

    [Test]
    public void Each_pass_starts_with_a_different_circuit()
    {
        SenderRig rig = Rig(isPolled: false, 0);
        List<int> looks = [];
        for (int i = 0; i < 3; i++)
        {
            int number = i;
            rig.Open().Port.OnLook = () => looks.Add(number);
        }
        for (int pass = 0; pass < 4; pass++)
        {
            rig.Sender.NotifyAll(CircuitEvents.Packets);
            rig.Serve();
        }
        Assert.That(looks, Is.EqualTo(new[] { 1, 2, 0, 2, 0, 1, 0, 1, 2, 1, 2, 0 }));
    }

    [Test]
    public void Passes_continue_when_the_circuit_that_would_be_first_has_closed()
    {
        SenderRig rig = Rig(isPolled: false, 0);
        CircuitSender<FakePort>[] circuits = [rig.Open(), rig.Open(), rig.Open()];
        rig.Serve();
        rig.Serve();
        rig.Sender.Close(circuits[2]);
        rig.Sender.Close(circuits[1]);
        circuits[0].Port.Enqueue(Channel.Task);
        circuits[0].Notify(CircuitEvents.Packets);
        rig.Serve();
        Assert.That(circuits[0].Port.Log, Has.Count.EqualTo(1));
        rig.Sender.Close(circuits[0]);
        Assert.That(rig.Serve(), Is.EqualTo(double.PositiveInfinity));
    }

    [Test]
    public void A_circuit_that_closes_leaves_its_share_to_the_others()
    {
        SenderRig rig = Rig(isPolled: true, 8000);
        FakePort stays = Busy(rig, 8000);
        Busy(rig, 8000);
        rig.Run(2000);
        rig.Sender.Close(rig.Sender.Circuits[1]);
        long before = stays.SentBytes;
        rig.Run(2000);
        Assert.That((stays.SentBytes - before) * 8 / 2000.0, Is.EqualTo(8000).Within(3).Percent);
        Assert.That(rig.Sender.Circuits[0].Share.Rate.KilobitsPerSecond, Is.EqualTo(8000));
    }

    private static SenderRig Rig(bool isPolled, double limitKilobits) =>
        new(isPolled ? SenderRig.Polled : SenderRig.EventDriven, limitKilobits);

    /// <summary>A circuit whose buckets are full.</summary>
    private static CircuitSender<FakePort> Rested(SenderRig rig, double kilobits)
    {
        CircuitSender<FakePort> circuit = rig.Open(kilobits);
        rig.Serve();
        rig.Pass(1000);
        return circuit;
    }

    private static FakePort Busy(SenderRig rig, double kilobits) => rig.Open(kilobits).Port.Enqueue(Channel.Texture, 1000, packets: 10_000);
}
