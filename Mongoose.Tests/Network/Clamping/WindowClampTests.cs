using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Packets;

namespace Mongoose.Tests.Network.Clamping;

/// <summary>19 Mbit/s; margin 1, so that windows are those of the equations.</summary>
public sealed class WindowClampTests
{
    private static readonly ClampOptions Options = new() { Rate = DataRate.FromMegabitsPerSecond(19), Margin = 1 };

    [TestCase(WindowFormula.MinimumRtt)]
    [TestCase(WindowFormula.CurrentRtt)]
    public void Three_flows_and_a_game_have_the_windows_of_equation_2(WindowFormula formula)
    {
        ClampRig rig = new(Options with { Formula = formula });
        RigFlow[] flows = [Flow(rig, 1, 30, 0), Flow(rig, 2, 25, 25), Flow(rig, 3, 1, 99)];
        rig.AddUdp(200, 50);
        rig.RunUntil(6);
        Assert.That(rig.Reading.Other.BitsPerSecond, Is.EqualTo(32_000).Within(1));
        Assert.That(flows.Select(flow => (double)flow.Fields[^1]), Is.EqualTo(new[] { 23_710.0, 39_516.7, 79_033.3 }).Within(1.5));
        Assert.That(rig.Reading.Flows.Select(flow => flow.AdvertisedBytes), Is.EqualTo(flows.Select(flow => (long)flow.Fields[^1])));
        Assert.That(rig.Reading.Flows.Select(flow => flow.IsActive), Is.All.True);
    }

    [TestCase(7, 185u, 309u, 618u)]
    [TestCase(10, 23u, 38u, 77u)]
    [TestCase(12, 5u, 9u, 19u)]
    [TestCase(14, 1u, 2u, 4u)]
    public void Fields_are_rounded_down_to_the_receivers_scale(int scale, uint at30, uint at50, uint at100)
    {
        ClampRig rig = new(Options with { Formula = WindowFormula.MinimumRtt });
        RigFlow[] flows = new[] { 30.0, 50, 100 }
            .Select((ms, i) => new RigFlow(rig, i + 1, ms, 0) { ReceiverScale = (byte)scale, Field = 65_535 }.Start()).ToArray();
        rig.RunUntil(6);
        Assert.That(flows.Select(flow => flow.Fields[^1]), Is.EqualTo(new[] { at30, at50, at100 }));
    }

    [Test]
    public void The_first_acknowledgment_of_a_flow_has_its_target_already()
    {
        ClampRig rig = new(Options);
        RigFlow first = Flow(rig, 1, 40, 10);
        rig.RunUntil(0.050);
        Assert.That(first.Fields, Is.EqualTo(new[] { 118_750u }), "19 Mbit/s in 50 ms");
        rig.RunUntil(3);
        Assert.That(first.Fields.Max(), Is.EqualTo(118_750));
        RigFlow second = Flow(rig, 2, 70, 30);
        rig.RunUntil(3.1);
        Assert.That(second.Fields[0], Is.EqualTo(118_750).Within(1), "half of 19 Mbit/s in 100 ms");
    }

    [Test]
    public void Flows_that_begin_together_divide_the_share_of_an_additional_flow()
    {
        ClampRig rig = new(Options);
        RigFlow[] flows = [Flow(rig, 1, 40, 10), Flow(rig, 2, 40, 10), Flow(rig, 3, 40, 10)];
        rig.RunUntil(0.050);
        Assert.That(flows.Select(flow => flow.Fields[0]), Is.EqualTo(new[] { 118_750u, 59_375u, 39_583u }));
        rig.RunUntil(2);
        Assert.That(flows.Select(flow => flow.Fields[^1]), Is.All.EqualTo(39_583));
    }

    [Test]
    public void A_flow_that_pauses_holds_no_share_and_cannot_burst_when_it_resumes()
    {
        ClampRig rig = new(Options);
        RigFlow[] flows = [Flow(rig, 1, 40, 10), Flow(rig, 2, 40, 10)];
        rig.RunUntil(2);
        flows[1].BytesPerSecond = 0;
        rig.RunUntil(4);
        Assert.That(flows[0].Fields[^1], Is.EqualTo(118_750), "it has the whole line");
        Assert.That(rig.Reading.Flows[1].IsActive, Is.False);
        Assert.That(flows[1].PassAck(flows[1].Received, 0), Is.EqualTo(59_375).Within(1),
            "a window update of the paused flow: what an additional member gets");
    }

    [Test]
    public void A_flow_that_sends_less_than_its_share_leaves_it_to_others()
    {
        ClampRig rig = new(Options);
        RigFlow bulk = Flow(rig, 1, 40, 10), slow = Flow(rig, 2, 40, 10);
        slow.BytesPerSecond = 125_000;
        rig.RunUntil(8);
        double wire = 1.0 * (RigFlow.Segment + RigFlow.HeaderBytes) / RigFlow.Segment;
        Assert.That(bulk.Fields[^1], Is.EqualTo((19e6 - 1e6 * wire) / 8 * 0.050).Within(2500));
        ClampRig counting = new(Options with { Sharing = ClampSharing.Count });
        (bulk, slow) = (Flow(counting, 1, 40, 10), Flow(counting, 2, 40, 10));
        slow.BytesPerSecond = 125_000;
        counting.RunUntil(8);
        Assert.That(bulk.Fields[^1], Is.EqualTo(59_375));
    }

    [Test]
    public void An_error_of_the_round_trips_changes_windows_in_proportion()
    {
        ClampRig rig = new(Options with { RttError = 0.4 });
        RigFlow flow = Flow(rig, 1, 40, 10);
        rig.RunUntil(2);
        Assert.That(flow.Fields[^1], Is.EqualTo(166_250));
        Assert.That(rig.Reading.Flows[0].MinSenderRtt!.Value.Milliseconds, Is.EqualTo(40), "the reading has what was measured");
    }

    [Test]
    public void Without_timestamps_the_handshake_and_sequence_numbers_give_the_round_trip()
    {
        ClampRig rig = new(Options);
        RigFlow flow = new RigFlow(rig, 1, 40, 10) { Timestamps = false }.Start();
        rig.RunUntil(2);
        Assert.That(flow.Fields[^1], Is.EqualTo(118_750));
    }

    [Test]
    public void Windows_never_fall_below_the_floor()
    {
        ClampRig rig = new(Options with { Rate = DataRate.FromKilobitsPerSecond(64) });
        RigFlow flow = Flow(rig, 1, 40, 10);
        rig.RunUntil(4);
        Assert.That(flow.Fields[^1], Is.EqualTo(2 * 1460));
        Assert.That(rig.Reading.Flows[0].TargetBytes, Is.EqualTo(2 * 1460));
    }

    [Test]
    public void A_flow_of_which_only_one_SYN_was_seen_is_never_clamped()
    {
        ClampRig rig = new(Options);
        RigFlow upOnly = Wide(1), downOnly = Wide(2), neither = Wide(3);
        upOnly.OpenFromReceiver();
        downOnly.AnswerFromSender();
        foreach (RigFlow flow in new[] { upOnly, downOnly, neither })
            rig.After(Duration.Zero, () => flow.PassAck(0xFFFF_0001, 0));
        rig.RunUntil(5);
        foreach (RigFlow flow in new[] { upOnly, downOnly, neither })
        {
            Assert.That(flow.Fields, Has.Count.GreaterThan(1000));
            Assert.That(flow.Fields, Is.All.EqualTo(flow.Field));
        }
        Assert.That(rig.Reading.Flows.Select(flow => flow.TargetBytes), Is.All.Null);

        RigFlow Wide(int port) => new(rig, port, 40, 10) { Field = 200_000 };
    }

    [Test]
    public void SYN_and_RST_pass_unchanged_and_after_an_RST_the_connection_is_unknown()
    {
        ClampRig rig = new(Options with { Rate = DataRate.FromKilobitsPerSecond(64) });
        RigFlow flow = Flow(rig, 1, 40, 10);
        rig.RunUntil(4);
        Assert.That(Pass(TcpFlags.Syn), Is.EqualTo(65_535), "once more");
        Assert.That(Pass(TcpFlags.Ack), Is.LessThan(65_535));
        Assert.That(Pass(TcpFlags.Rst | TcpFlags.Ack), Is.EqualTo(65_535));
        Assert.That(rig.Reading.Flows, Is.Empty);
        Assert.That(Pass(TcpFlags.Ack), Is.EqualTo(65_535));

        uint Pass(TcpFlags flags)
        {
            TcpFields fields = new() { Flags = flags, Sequence = 77, Acknowledgment = flow.Received, Window = 65_535, WindowScale = 0 };
            return rig.Clamp.OnAck(flow.AckKey, fields, rig.Now);
        }
    }

    [Test]
    public void A_connection_ends_with_the_FINs_of_both_ends()
    {
        ClampRig rig = new(Options);
        RigFlow flow = Flow(rig, 1, 40, 10);
        rig.RunUntil(2);
        TcpFields fin = new() { Flags = TcpFlags.Fin | TcpFlags.Ack, Sequence = 78, Acknowledgment = flow.Received, Window = 10_000_000 };
        rig.Clamp.OnAck(flow.AckKey, fin, rig.Now);
        rig.Clamp.OnAck(flow.AckKey, fin, rig.Now);
        Assert.That(rig.Reading.Flows, Has.Count.EqualTo(1), "half closed");
        rig.Clamp.OnData(flow.Key, 52, fin with { Sequence = flow.Received, Acknowledgment = 79 }, rig.Now);
        Assert.That(rig.Reading.Flows, Is.Empty);
    }

    [Test]
    public void A_port_that_is_used_again_has_the_scale_of_the_new_connection()
    {
        ClampRig rig = new(Options);
        RigFlow old = Flow(rig, 1, 40, 10);
        rig.RunUntil(1);
        old.BytesPerSecond = 0;
        rig.RunUntil(2);
        RigFlow again = new(rig, 1, 40, 10) { ReceiverScale = 9, Field = 65_535 };
        TcpFields syn = new() { Flags = TcpFlags.Syn, Sequence = 5, Window = 14_600, WindowScale = 9, MaxSegmentBytes = 1460 };
        rig.Clamp.OnAck(again.AckKey, syn, rig.Now);
        Assert.That(rig.Reading.Flows.Single().MinSenderRtt, Is.Null, "nothing of the old connection is left");
        rig.After(Duration.FromMilliseconds(40), () =>
            rig.Clamp.OnData(again.Key, 60, syn with { Flags = TcpFlags.Syn | TcpFlags.Ack, Sequence = 99, Acknowledgment = 6 }, rig.Now));
        rig.RunUntil(2.040);
        TcpFields ack = new() { Flags = TcpFlags.Ack, Sequence = 6, Acknowledgment = 100, Window = 65_535 };
        Assert.That(rig.Clamp.OnAck(again.AckKey, ack, rig.Now + Duration.FromMilliseconds(10)), Is.EqualTo(118_750 / 512));
    }

    [Test]
    public void Data_that_travels_with_an_acknowledgment_does_not_keep_its_window_from_being_lowered()
    {
        ClampRig rig = new(Options);
        RigFlow flow = Flow(rig, 1, 40, 10);
        rig.RunUntil(0.050);
        TcpFields request = new()
        {
            Flags = TcpFlags.Ack | TcpFlags.Push,
            PayloadBytes = 300,
            Acknowledgment = 0xFFFF_0001,
            Window = 10_000_000
        };
        Assert.That(rig.Clamp.OnAck(flow.AckKey, request, rig.Now), Is.EqualTo(118_750));
    }

    [Test]
    public void A_flood_of_half_open_connections_is_bounded_and_allocates_nothing()
    {
        ClampRig rig = new(Options with { MaxFlows = 500 });
        RigFlow flow = Flow(rig, 60_000, 40, 10);
        rig.RunUntil(0.2);
        TcpFields syn = new() { Flags = TcpFlags.Syn, Sequence = 1, Window = 65_535, WindowScale = 7 };
        uint host = 0;
        long bytes = Allocation.FewestBytes(() =>
        {
            for (int i = 0; i < 25_000; i++)
                rig.Clamp.OnAck(flow.AckKey with { Source = flow.AckKey.Source with { Host = ++host } }, syn, rig.Now);
        });
        Assert.That(bytes, Is.Zero);
        Assert.That(rig.Reading.Flows, Has.Count.EqualTo(500));
        Assert.That(rig.Reading.Flows[0].Flow, Is.EqualTo(flow.Key), "established flows survive");
    }

    [TestCase(ClampUdp.Sparse, 32_000, 10e6)]
    [TestCase(ClampUdp.All, 10.032e6, 0)]
    public void A_reading_has_the_sum_of_the_greedy_flows_apart_from_what_is_taken_from_the_capacity(
        ClampUdp udp, double other, double greedy)
    {
        ClampRig rig = new(Options with { Udp = udp });
        rig.AddUdp(1500, 2);
        rig.AddUdp(1500, 3, port: 3);
        rig.AddUdp(200, 50, port: 4);
        rig.RunUntil(6);
        Assert.That(rig.Reading.Other.BitsPerSecond, Is.EqualTo(other).Within(1).Percent);
        Assert.That(rig.Reading.Greedy.BitsPerSecond, Is.EqualTo(greedy).Within(1).Percent);
    }

    [Test]
    public void It_says_that_it_has_let_go_with_and_without_a_reading()
    {
        ClampRig rig = new(new ClampOptions { Auto = true });
        Assert.That((rig.Clamp.Released, rig.Reading.Released), Is.EqualTo((false, false)));
        for (int ms = 0; ms < 4000; ms++)
            rig.Clamp.OnDequeued(1500, Duration.FromMilliseconds(20), Instant.FromMilliseconds(ms));
        Assert.That((rig.Clamp.Released, rig.Reading.Released), Is.EqualTo((true, true)));
    }

    private static RigFlow Flow(ClampRig rig, int port, double senderMs, double receiverMs) =>
        new RigFlow(rig, port, senderMs, receiverMs).Start();
}
