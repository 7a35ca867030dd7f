using Mongoose.Core.Channels;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Tests.Core.RateControl.Simulation;

namespace Mongoose.Tests.Core.Sending;

/// <summary>A circuit's rate is the minimum of the requested rate, the path's rate and its share of the region's limit.</summary>
public sealed class RateInForceTests
{
    private static readonly SendingOptions Controlled =
        SendingOptions.Default with { PathControl = PathControlOptions.Default, FastResend = true };

    [Test]
    public void A_path_that_carries_less_than_requested_determines_the_rate()
    {
        SenderRig rig = new(Controlled);
        Viewer viewer = new(rig, asked: 4500, line: 2000);
        viewer.Flood(seconds: 20);
        Assert.That(viewer.Circuit.Shaper.CircuitRate, Is.EqualTo(viewer.Circuit.Path!.Control!.Rate));
        Assert.That(viewer.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.InRange(500, 3000), "the circuit may be draining the queue");
        Assert.That(viewer.Received(seconds: 10).KilobitsPerSecond, Is.InRange(1700, 2001));
    }

    [Test]
    public void A_viewer_that_asks_for_less_than_its_path_carries_determines_the_rate()
    {
        Viewer viewer = new(new SenderRig(Controlled), asked: 1000, line: 2000);
        viewer.Flood(seconds: 10);
        Assert.That(viewer.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(1000));
        Assert.That(viewer.Received(seconds: 10).KilobitsPerSecond, Is.EqualTo(1000).Within(2).Percent);
    }

    [Test]
    public void A_region_whose_limit_leaves_less_than_the_path_carries_determines_the_rate()
    {
        SenderRig rig = new(Controlled, limitKilobits: 1000);
        Viewer[] viewers = [new(rig, asked: 4500, line: 2000), new(rig, asked: 4500, line: 2000)];
        Flood(rig, viewers, seconds: 20);
        long[] before = [.. viewers.Select(viewer => viewer.Arrived)];
        Flood(rig, viewers, seconds: 20);
        double[] kilobits = [.. viewers.Zip(before, (viewer, start) => (viewer.Arrived - start) * 8 / 20e3)];
        Assert.That(kilobits.Sum(), Is.EqualTo(1000).Within(3).Percent);
        Assert.That(kilobits.Min(), Is.GreaterThan(350), "no circuit takes the other's share");
    }

    [Test]
    public void Own_shares_of_the_channels_are_at_most_the_circuit_s_rate_at_every_packet()
    {
        Viewer viewer = new(new SenderRig(Controlled), asked: 4500, line: 600);
        viewer.OnPacket = () =>
        {
            long own = 0;
            foreach (Channel channel in ChannelSet.All)
                own += viewer.Circuit.Shaper.ChannelRate(channel).BitsPerSecond;
            Assert.That(own, Is.LessThanOrEqualTo(viewer.Circuit.Shaper.CircuitRate.BitsPerSecond));
            Assert.That(viewer.Circuit.Shaper.CircuitRate, Is.LessThanOrEqualTo(DataRate.FromKilobitsPerSecond(4500)));
        };
        viewer.Flood(seconds: 20);
        Assert.That(viewer.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.LessThan(1500));
    }

    [Test]
    public void A_new_request_takes_effect_at_the_next_poll()
    {
        Viewer viewer = new(new SenderRig(Controlled), asked: 1000, line: 2000);
        viewer.Flood(seconds: 10);
        viewer.Circuit.Port.Rates = SenderRig.Rates(500);
        viewer.Circuit.Notify(CircuitEvents.Rates);
        viewer.Flood(seconds: 0.01);
        Assert.That(viewer.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.EqualTo(500));
    }

    [Test]
    public void The_last_ack_takes_effect_even_though_nothing_is_in_flight()
    {
        SenderRig rig = new(Controlled);
        CircuitSender<FakePort> circuit = rig.Open(4500);
        circuit.Port.Enqueue(Channel.Texture);
        rig.Serve();
        double first = circuit.Path!.Control!.Window;
        rig.Pass(100);
        circuit.Path.Inbox.Datagram(1, rig.Now);
        circuit.Path.Inbox.Acked(1, (uint)circuit.Port.Log[0].Number, rig.Now);
        circuit.Notify(CircuitEvents.Acks);
        rig.Serve();
        Assert.That(circuit.Path.InFlight.Packets, Is.Zero);
        Assert.That(circuit.Shaper.CircuitRate, Is.EqualTo(circuit.Path.Control.Rate));
        Assert.That(circuit.Path.Control.Window, Is.Not.EqualTo(first));
    }

    [Test]
    public void A_circuit_at_the_maximum_rate_sends()
    {
        SenderRig rig = new(SenderRig.EventDriven);
        CircuitSender<FakePort> circuit = rig.Open();
        circuit.Port.Rates = new CircuitRates(DataRate.MaxValue, default);
        circuit.Port.Enqueue(Channel.Task, 1000, packets: 100);
        rig.Run(100);
        Assert.That(circuit.Port.Queued, Is.Zero);
    }

    [Test]
    public void Lost_packets_are_sent_again_as_resends_and_new_packets_keep_their_order()
    {
        Viewer viewer = new(new SenderRig(Controlled), asked: 2000, line: 3000) { LosesOneIn = 20 };
        viewer.Flood(seconds: 10, Channel.Task);
        IEnumerable<long> tasks = Numbers(Channel.Task), again = Numbers(Channel.Resend);
        Assert.That(tasks, Is.Ordered.Ascending.And.Unique);
        Assert.That(again, Is.Unique.And.Not.Empty.And.SubsetOf(tasks));
        Assert.That(again.Count(), Is.EqualTo(tasks.Count() / 20).Within(10).Percent, "exactly the lost packets");

        IEnumerable<long> Numbers(Channel channel) =>
            viewer.Circuit.Port.Log.Where(sent => sent.Grant.Channel == channel).Select(sent => sent.Number);
    }

    private static void Flood(SenderRig rig, Viewer[] viewers, double seconds)
    {
        for (double end = rig.Elapsed + 1000 * seconds; rig.Elapsed < end; rig.Run(1))
            Array.ForEach(viewers, viewer => viewer.Step());
    }

    /// <summary>
    /// A viewer behind its own line with a queue of a quarter of a second and a delay of 50 ms. It acknowledges each packet.
    /// </summary>
    private sealed class Viewer
    {
        private static readonly Duration OneWay = Duration.FromMilliseconds(50);

        private readonly SenderRig _rig;
        private readonly Bottleneck _line;
        private readonly Queue<(Instant At, uint Number, int Bytes)> _acks = [];
        private readonly HashSet<long> _seen = [];
        private Channel _channel = Channel.Texture;
        private int _handled;
        private uint _datagram;

        public Viewer(SenderRig rig, double asked, double line)
        {
            _rig = rig;
            DataRate rate = DataRate.FromKilobitsPerSecond(line);
            _line = new Bottleneck(rate, (int)rate.BytesIn(Duration.FromMilliseconds(250)));
            Circuit = rig.Open(asked);
        }

        public CircuitSender<FakePort> Circuit { get; }

        public long Arrived { get; private set; }

        public int LosesOneIn { get; init; } = int.MaxValue;

        public Action OnPacket { get; set; } = static () => { };

        public DataRate Received(double seconds)
        {
            long before = Arrived;
            Flood(seconds);
            return DataRate.Of(Arrived - before, Duration.FromSeconds(seconds));
        }

        public void Flood(double seconds, Channel channel = Channel.Texture)
        {
            _channel = channel;
            RateInForceTests.Flood(_rig, [this], seconds);
        }

        /// <summary>Puts sent packets on the line, delivers acks and refills the queue.</summary>
        public void Step()
        {
            FakePort port = Circuit.Port;
            for (; _handled < port.Log.Count; _handled++)
                Carry(port.Log[_handled]);
            while (_acks.TryPeek(out (Instant At, uint Number, int Bytes) ack) && ack.At <= _rig.Now)
            {
                _acks.Dequeue();
                Arrived += ack.Bytes;
                Circuit.Path!.Inbox.Datagram(++_datagram, ack.At);
                Circuit.Path.Inbox.Acked(_datagram, ack.Number, ack.At);
            }
            Circuit.Notify(CircuitEvents.Acks | CircuitEvents.Packets);
            if (port.QueuedPackets(_channel) < 50)
                port.Enqueue(_channel, packets: 50);
            foreach (uint number in port.Resent)
                port.Requeue(number);
            port.Resent.Clear();
        }

        private void Carry(FakePort.Sent sent)
        {
            OnPacket();
            bool isLost = _seen.Add(sent.Number) && sent.Number % LosesOneIn == LosesOneIn - 1;
            if (!isLost && _line.TryQueue(sent.Grant.Bytes, sent.At, out Instant leaves))
                _acks.Enqueue((leaves + OneWay * 2, (uint)sent.Number, sent.Grant.Bytes));
        }
    }
}
