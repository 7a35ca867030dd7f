using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

/// <summary>
/// The packets that a viewer gets while it acknowledges none. The resend timeout is 400 ms; packets have 1000 bytes, and ten of them are
/// unacknowledged.
/// </summary>
public sealed class AckWatchTests
{
    private const int Bytes = 1000;
    private static readonly Duration Timeout = Duration.FromMilliseconds(400);
    private static readonly DataRate Fast = DataRate.FromMegabitsPerSecond(100);

    private static readonly Grant Resend = new(Channel.Resend, Bytes, Borrowed: false);

    private AckWatch _watch = new(At(0));
    private long _acked;

    [Test]
    public void While_acks_arrive_resends_are_sent_and_borrow_like_all_channels()
    {
        for (int at = 0; at < 10_000; at += 100)
        {
            Ack(at);
            Assert.That(_watch.MaySend(isFull: true, At(at)), Is.EqualTo(ChannelSet.Resend));
            _watch.PacketSent(Resend, Fast, Timeout, At(at));
            Assert.That(_watch.MaySend(isFull: false, At(at)), Is.EqualTo(ChannelSet.All));
        }
    }

    [Test]
    public void While_the_limit_on_unacknowledged_data_is_reached_only_resends_are_sent() =>
        Assert.That(_watch.MaySend(isFull: true, At(0)), Is.EqualTo(ChannelSet.Resend));

    [Test]
    public void A_resend_timeout_without_an_ack_is_a_stall()
    {
        Ack(0);
        Poll(399);
        Assert.That(_watch.IsStalled, Is.False);
        Poll(400);
        Assert.That(_watch.IsStalled, Is.True);
        Assert.That(_watch.MaySend(isFull: false, At(400)), Is.EqualTo(ChannelSet.All), "one resend may be sent");
        _watch.PacketSent(Resend, Fast, Timeout, At(400));
        Assert.That(_watch.MaySend(isFull: false, At(400)), Is.EqualTo(ChannelSet.All & ~ChannelSet.Resend));
        Assert.That(_watch.MaySend(isFull: true, At(400)), Is.EqualTo(ChannelSet.None));
    }

    [Test]
    public void Without_acks_single_resends_follow_at_doubling_intervals_of_at_most_4_s()
    {
        Ack(0);
        Assert.That(ResendsUntil(20_000, Fast), Is.EqualTo(new double[] { 400, 1200, 2800, 6000, 10_000, 14_000, 18_000 }),
            "0.8, 1.6, 3.2, 4 s apart");
    }

    [Test]
    public void Resends_before_a_stall_do_not_delay_resends_in_the_stall()
    {
        Ack(0);
        for (int at = 0; at < 400; at += 50)
            _watch.PacketSent(Resend, Fast, Timeout, At(at));
        Assert.That(ResendsUntil(1300, Fast), Is.EqualTo(new double[] { 400, 1200 }));
    }

    [Test]
    public void On_a_slow_circuit_they_take_at_most_2_percent_of_its_rate()
    {
        Ack(0);
        // 1000 bytes take 5 s at 2 % of 80 kbit/s.
        Assert.That(ResendsUntil(12_000, DataRate.FromKilobitsPerSecond(80)), Is.EqualTo(new double[] { 400, 5400, 10_400 }));
    }

    [Test]
    public void A_circuit_without_a_rate_stops_resending() =>
        Assert.That(ResendsUntil(100_000, DataRate.Zero), Is.EqualTo(new double[] { 400 }));

    [Test]
    public void After_2_s_without_an_ack_every_packet_is_a_probe([Values(400, 3000)] double timeout)
    {
        Grant update = new(Channel.Task, Bytes, Borrowed: false);
        Ack(0);
        Poll(1999, timeout);
        _watch.PacketSent(update, Fast, Timeout, At(1999));
        Assert.That(_watch.MaySend(isFull: false, At(1999)), Is.EqualTo(ChannelSet.All));
        Poll(2000, timeout);
        Assert.That(_watch.MaySend(isFull: false, At(2000)), Is.EqualTo(ChannelSet.All), "one packet may be sent");
        _watch.PacketSent(update, Fast, Timeout, At(2000));
        Assert.That(_watch.MaySend(isFull: false, At(2799)), Is.EqualTo(ChannelSet.None));
        Assert.That(_watch.MaySend(isFull: false, At(2800)), Is.EqualTo(ChannelSet.All), "twice the timeout later");
        Assert.That(_watch.MaySend(isFull: true, At(2800)), Is.EqualTo(ChannelSet.Resend));
    }

    [Test]
    public void The_first_ack_ends_the_silence_and_the_next_silence_starts_over()
    {
        Ack(0);
        ResendsUntil(10_000, Fast);
        Ack(10_000);
        Assert.That((_watch.IsStalled, _watch.MaySend(isFull: false, At(10_000))), Is.EqualTo((false, ChannelSet.All)));
        Assert.That(ResendsUntil(13_000, Fast, from: 10_000), Is.EqualTo(new double[] { 10_400, 11_200, 12_800 }));
    }

    [Test]
    public void A_viewer_with_nothing_to_acknowledge_is_not_silent()
    {
        Ack(0);
        _watch.Poll(new InFlight(0, 0, _acked), Timeout, At(60_000));
        Assert.That((_watch.IsStalled, _watch.IsSilent), Is.EqualTo((false, false)));
        Poll(60_399);
        Assert.That((_watch.IsStalled, _watch.MaySend(isFull: false, At(60_399))), Is.EqualTo((false, ChannelSet.All)));
    }

    [Test]
    public void Each_acknowledged_byte_pays_for_two_resent_ones_after_a_stall()
    {
        Ack(0);
        Poll(400);
        Assert.That(_watch.OpensAt(hasResend: true), Is.EqualTo(At(0)), "a probe may be sent");
        Ack(500);
        Assert.That(ResendsAt(500), Is.EqualTo(2));
        Assert.That(_watch.MaySend(isFull: false, At(500)), Is.EqualTo(ChannelSet.All & ~ChannelSet.Resend),
            "new packets are limited by the window alone");
        Assert.That((_watch.OpensAt(hasResend: true), _watch.OpensAt(hasResend: false)), Is.EqualTo((At(900), Instant.Never)),
            "the next stall permits a probe");
        _acked += 2 * Bytes;
        Ack(600);
        Assert.That(ResendsAt(600), Is.EqualTo(6), "it doubles with each round trip");
    }

    [Test]
    public void Acks_pay_for_no_more_than_is_unacknowledged()
    {
        _acked += 8 * Bytes;
        Ack(100);
        Assert.That(ResendsAt(100), Is.EqualTo(10));
    }

    [Test]
    public void A_viewer_that_acknowledges_a_packet_now_and_then_saves_up_no_burst()
    {
        for (int at = 0; at <= 10_000; at += 100)
            Ack(at);
        Assert.That(ResendsAt(10_000), Is.EqualTo(4), "those that the last two acks pay for");
    }

    [Test]
    public void A_viewer_that_has_acknowledged_everything_restricts_no_resend()
    {
        Poll(400);
        _watch.Poll(new InFlight(0, 0, _acked), Timeout, At(500));
        Assert.That(ResendsAt(500), Is.EqualTo(99), "as many as the test sends");
    }

    [Test]
    public void Another_counter_of_acknowledged_bytes_is_no_ack()
    {
        Ack(0);
        Poll(2000);
        _acked = 50 * Bytes;
        _watch.CountFrom(_acked);
        Poll(2100);
        Assert.That(_watch.IsSilent, Is.True);
    }

    [Test]
    public void A_clock_that_goes_back_starts_over()
    {
        Ack(100_000);
        ResendsUntil(110_000, Fast, from: 100_000);
        Poll(0);
        Assert.That((_watch.IsStalled, _watch.IsSilent, _watch.MaySend(isFull: false, At(0))), Is.EqualTo((false, false, ChannelSet.All)));
    }

    [TestCase(0, 1)]
    [TestCase(1, 2)]
    [TestCase(3, 8)]
    [TestCase(4, 16)]
    [TestCase(5, 16)]
    [TestCase(int.MaxValue, 16)]
    [TestCase(-1, 1)]
    public void Each_resend_doubles_the_timeout_up_to_sixteen_times(int resends, int times) =>
        Assert.That(ResendBackoff.Interval(Timeout, resends), Is.EqualTo(Timeout * times));

    // ---- in a circuit ----

    /// <summary>
    /// A viewer acknowledges every 100 ms and disappears after two seconds; 1200-byte textures are queued throughout. From three seconds
    /// after the last ack, the circuit uses 2 % of its rate plus the first packet.
    /// </summary>
    [Test]
    public void A_viewer_that_disappears_costs_at_most_2_percent_of_its_rate(
        [Values(41, 115, 500, 1500, 8000)] double kilobits, [Values(400, 1000, 3000)] double timeout, [Values] bool isPolled)
    {
        const int packetBytes = 1200;
        (SenderRig rig, FakePort port) = Acknowledging(kilobits, timeout, isPolled, packetBytes);
        rig.Run(2000);
        Assert.That(port.SentBytes * 8 / 2000.0, Is.GreaterThan(0.8 * kilobits), "kbit/s while the viewer acknowledges");

        rig.Upkeep = () => Maintain(rig, port, acknowledges: false);
        rig.Run(3000);
        int first = port.Log.Count;
        rig.Run(200_000);
        AssertProbes([.. port.Log.Skip(first)], DataRate.FromKilobitsPerSecond(kilobits));
        Assert.That(port.Log[^1].At, Is.GreaterThan(rig.Now - Duration.FromSeconds(20)), "the viewer is still being probed");

        rig.Upkeep = () => Maintain(rig, port, acknowledges: true);
        long silent = port.SentBytes;
        rig.Run(5000);
        Assert.That((port.SentBytes - silent) * 8 / 5000.0, Is.GreaterThan(0.9 * kilobits), "kbit/s once it acknowledges again");
    }

    /// <summary>In every second, and in every longer time: 2 % of the rate and one packet.</summary>
    private static void AssertProbes(FakePort.Sent[] probes, DataRate circuit)
    {
        foreach (double seconds in (double[])[1, 5, 20])
        {
            Duration window = Duration.FromSeconds(seconds);
            long worst = BusiestWindow.Bytes(probes.Select(sent => (sent.At, sent.Grant.Bytes)), window);
            Assert.That(worst, Is.LessThanOrEqualTo((circuit * 0.02).BytesIn(window) + probes.Max(sent => sent.Grant.Bytes)),
                $"bytes in {seconds} s");
        }
    }

    /// <summary>For example a datagram that is too large for the path: the viewer acknowledges everything else.</summary>
    [Test]
    public void A_packet_that_never_arrives_does_not_hold_back_new_packets_of_a_quiet_circuit([Values] bool isPolled)
    {
        SenderRig rig = new(isPolled ? SenderRig.Polled : SenderRig.EventDriven);
        FakePort port = new() { InFlight = new InFlight(1, 1400, 1) };
        CircuitSender<FakePort> circuit = rig.Open(port: port);
        rig.Run(10_000);
        port.Enqueue(Channel.Task);
        circuit.Notify(CircuitEvents.Packets);
        rig.Run(5000);
        Assert.That(port.Log.Select(sent => sent.Grant.Channel), Is.EqualTo(new[] { Channel.Task }));
    }

    [Test]
    public void A_circuit_that_opens_with_packets_in_flight_is_not_silent([Values] bool isPolled)
    {
        SenderRig rig = new(isPolled ? SenderRig.Polled : SenderRig.EventDriven);
        FakePort port = new FakePort { InFlight = new InFlight(3, 3000, 0) }.Enqueue(Channel.Task);
        rig.Open(port: port);
        rig.Serve();
        Assert.That(port.Log, Has.Count.EqualTo(1));
    }

    [Test]
    public void Without_a_notice_the_circuit_is_served_again_only_for_the_next_resend()
    {
        SenderRig rig = new(SenderRig.EventDriven);
        CircuitSender<FakePort> circuit = rig.Open(port: new FakePort { InFlight = new InFlight(5, 70_000, 1) });
        rig.Serve();
        rig.Pass(400);
        circuit.Port.Enqueue(Channel.Resend, 1000, packets: 2);
        circuit.Notify(CircuitEvents.Packets);
        Assert.That((rig.Serve(), circuit.Port.Log.Count), Is.EqualTo((800.0, 1)), "twice the resend timeout");
        rig.Pass(800);
        rig.Serve();
        Assert.That(circuit.Port.Log, Has.Count.EqualTo(2));
        circuit.Port.Enqueue(Channel.Task);
        circuit.Notify(CircuitEvents.Packets);
        Assert.That(rig.Serve(), Is.EqualTo(double.PositiveInfinity),
            "no resend is queued, and the limit on unacknowledged data holds the update back");
    }

    [Test]
    public void A_viewer_that_returns_receives_packets_from_its_first_ack()
    {
        (SenderRig rig, FakePort port) = Acknowledging(800, 400, isPolled: false, 1000);
        rig.Run(1000);
        rig.Upkeep = () => Maintain(rig, port, acknowledges: false);
        rig.Run(9000);
        long before = port.SentBytes;
        port.AckAll();
        rig.Sender.NotifyAll(CircuitEvents.Acks);
        rig.Serve();
        Assert.That(port.SentBytes - before, Is.EqualTo(3000), "the burst");
    }

    private static (SenderRig Rig, FakePort Port) Acknowledging(double kilobits, double timeout, bool isPolled, int packetBytes)
    {
        SenderRig rig = new(isPolled ? SenderRig.Polled : SenderRig.EventDriven);
        FakePort port = new()
        {
            IsReliable = true,
            Path = new PathTimes(Duration.FromMilliseconds(100), Duration.FromMilliseconds(timeout))
        };
        port.Enqueue(Channel.Texture, packetBytes, packets: 20_000);
        rig.Open(kilobits, port);
        rig.Upkeep = () => Maintain(rig, port, acknowledges: true);
        return (rig, port);
    }

    private static void Maintain(SenderRig rig, FakePort port, bool acknowledges)
    {
        if (acknowledges)
            port.AckAll();
        port.QueueOverdue();
        rig.Sender.NotifyAll(CircuitEvents.Packets | CircuitEvents.Acks);
    }

    private static Instant At(double milliseconds) => Instant.FromMilliseconds(milliseconds);

    private void Ack(double at)
    {
        _acked += Bytes;
        Poll(at);
    }

    private void Poll(double at, double timeout = 400) =>
        _watch.Poll(new InFlight(10, 10 * Bytes, _acked), Duration.FromMilliseconds(timeout), At(at));

    /// <summary>Resends that are sent at once while their queue is never empty.</summary>
    private int ResendsAt(int at)
    {
        int sent = 0;
        for (; sent < 99 && _watch.MaySend(isFull: true, At(at)).Contains(Channel.Resend); sent++)
            _watch.PacketSent(Resend, Fast, Timeout, At(at));
        return sent;
    }

    /// <summary>Times at which resends are sent while their queue is never empty.</summary>
    private List<double> ResendsUntil(int end, DataRate circuit, int from = 0)
    {
        List<double> sent = [];
        for (int at = from + 400; at <= end; at += 10)
        {
            Poll(at);
            while (_watch.MaySend(isFull: true, At(at)).Contains(Channel.Resend) && sent.Count < 100)
            {
                sent.Add(at);
                _watch.PacketSent(Resend, circuit, Timeout, At(at));
            }
        }
        return sent;
    }
}
