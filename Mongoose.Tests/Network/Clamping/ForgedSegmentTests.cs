using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Packets;

namespace Mongoose.Tests.Network.Clamping;

/// <summary>Segments whose numbers or options do not fit: forged, damaged, very late, or of ends that do unusual things.</summary>
public sealed class ForgedSegmentTests
{
    private const uint First = 0xFFFF_0001, SenderNumber = First - 1, ReceiverNumber = 77;
    private const uint Field = 10_000_000, Target = 118_750;
    private static readonly ClampOptions Options = new() { Rate = DataRate.FromMegabitsPerSecond(19), Margin = 1 };

    [TestCase(1u)]
    [TestCase(1_000_000u)]
    [TestCase(0x3FFF_FFFFu)]
    [TestCase(0x7FFF_FFFFu)]
    [TestCase(0x8000_0000u)]
    [TestCase(0x9000_0000u)]
    public void An_acknowledgment_of_data_that_was_not_sent_changes_nothing(uint distance)
    {
        (ClampRig rig, RigFlow flow) = Started();
        uint sent = flow.Received;
        while (flow.Received == sent)
            rig.RunUntil(rig.Now.Seconds + 0.001);
        flow.BytesPerSecond = 0;
        rig.RunUntil(rig.Now.Seconds + 0.2);
        Assert.That(flow.PassAck(unchecked(flow.Received + distance), 0), Is.EqualTo(Field));
        Assert.That(flow.PassAck(flow.Received, 0), Is.EqualTo(Target).Within(1));
        flow.BytesPerSecond = long.MaxValue;
        flow.PassAck(flow.Received, 0);
        rig.RunUntil(rig.Now.Seconds + 1);
        Assert.That(flow.Fields[^1], Is.EqualTo(Target).Within(1), "neither frozen nor free");
    }

    [Test]
    public void Data_with_a_SYN_and_a_FIN_may_be_acknowledged()
    {
        ClampRig rig = new(Options);
        RigFlow flow = new(rig, 1, 40, 10);
        TcpFields syn = new()
        {
            Flags = TcpFlags.Syn,
            Sequence = SenderNumber,
            PayloadBytes = 1000,
            Window = 14_600,
            WindowScale = 0,
            MaxSegmentBytes = 1460
        };
        rig.Clamp.OnData(flow.Key, 1060, syn, rig.Now);
        TcpFields answer = syn with
        {
            Flags = TcpFlags.Syn | TcpFlags.Ack,
            Sequence = ReceiverNumber,
            PayloadBytes = 0,
            Acknowledgment = First + 1000
        };
        Pass(10, () => rig.Clamp.OnAck(flow.AckKey, answer, rig.Now));
        TcpFields fin = new() { Flags = TcpFlags.Ack | TcpFlags.Fin, Sequence = First + 1000, Acknowledgment = ReceiverNumber + 1 };
        Pass(40, () => rig.Clamp.OnData(flow.Key, 52, fin, rig.Now));
        Assert.That(flow.PassAck(First + 1000, 0), Is.EqualTo(Target));
        Assert.That(flow.PassAck(First + 1001, 0), Is.EqualTo(Target));
        Assert.That(flow.PassAck(First + 1002, 0), Is.EqualTo(Field));

        void Pass(double milliseconds, Action action)
        {
            rig.RunUntil(rig.Now.Seconds + milliseconds / 1000);
            action();
        }
    }

    [Test]
    public void FINs_with_other_numbers_leave_the_connection()
    {
        (ClampRig rig, RigFlow flow) = Started();
        TcpFields fin = new()
        {
            Flags = TcpFlags.Ack | TcpFlags.Fin,
            Sequence = unchecked(flow.Received + 0x3000_0000),
            Acknowledgment = ReceiverNumber + 1
        };
        rig.Clamp.OnData(flow.Key, 52, fin, rig.Now);
        rig.Clamp.OnAck(flow.AckKey, fin with { Sequence = ReceiverNumber + 0x3000_0000, Acknowledgment = flow.Received }, rig.Now);
        Assert.That(rig.Reading.Flows, Has.Count.EqualTo(1));
    }

    [Test]
    public void A_reset_with_another_number_leaves_the_connection()
    {
        (ClampRig rig, RigFlow flow) = Started();
        foreach (uint offset in (uint[])[1_000_000, 0x8000_0000, 0xC000_0000])
        {
            rig.Clamp.OnData(flow.Key, 40, new TcpFields { Flags = TcpFlags.Rst, Sequence = unchecked(flow.Received + offset) }, rig.Now);
            rig.Clamp.OnAck(flow.AckKey, new TcpFields { Flags = TcpFlags.Rst, Sequence = ReceiverNumber + offset }, rig.Now);
        }
        Assert.That(rig.Reading.Flows, Has.Count.EqualTo(1));
        rig.Clamp.OnData(flow.Key, 40, new TcpFields { Flags = TcpFlags.Rst, Sequence = flow.Received }, rig.Now);
        Assert.That(rig.Reading.Flows, Is.Empty);
    }

    [Test]
    public void A_refused_connection_is_forgotten()
    {
        ClampRig rig = new(Options);
        RigFlow flow = new(rig, 1, 40, 10);
        flow.OpenFromReceiver();
        TcpFields reset = new() { Flags = TcpFlags.Rst | TcpFlags.Ack, Acknowledgment = 3 };
        rig.Clamp.OnData(flow.Key, 40, reset, rig.Now);
        Assert.That(rig.Reading.Flows, Has.Count.EqualTo(1));
        rig.Clamp.OnData(flow.Key, 40, reset with { Acknowledgment = ReceiverNumber + 1 }, rig.Now);
        Assert.That(rig.Reading.Flows, Is.Empty);
    }

    [TestCase(true)]
    [TestCase(false)]
    public void SYNs_do_not_complete_a_handshake_in_mid_flow(bool isData)
    {
        ClampRig rig = new(Options with { Rate = DataRate.FromKilobitsPerSecond(64) });
        RigFlow flow = new(rig, 1, 40, 10);
        flow.OpenFromReceiver();
        if (isData)
            rig.Clamp.OnData(flow.Key, 1500, new TcpFields { Flags = TcpFlags.Ack, Sequence = First, PayloadBytes = 1448 }, rig.Now);
        else
            rig.Clamp.OnAck(flow.AckKey, new TcpFields { Flags = TcpFlags.Ack, Acknowledgment = First }, rig.Now);
        Assert.That(rig.Reading.Flows, Is.Empty);
        flow.AnswerFromSender();
        rig.RunUntil(0.01);
        Assert.That(flow.PassAck(First, 0), Is.EqualTo(Field));
        Assert.That(rig.Reading.Flows, Is.Empty, "flows seen one way only hold no entry");
    }

    [Test]
    public void A_packet_that_cannot_be_read_ends_the_limit_of_its_flow()
    {
        foreach (bool isData in (bool[])[true, false])
        {
            (ClampRig rig, RigFlow flow) = Started();
            rig.Clamp.OnUnreadable(flow.AckKey with { Protocol = FlowKey.Udp });
            rig.Clamp.OnUnreadable(flow.Key);
            rig.Clamp.OnOther(flow.AckKey, 100, rig.Now);
            Assert.That(rig.Reading.Flows, Has.Count.EqualTo(1), "another flow");
            if (isData)
                rig.Clamp.OnOther(flow.Key, 100, rig.Now);
            else
                rig.Clamp.OnUnreadable(flow.AckKey);
            Assert.That(flow.PassAck(flow.Received, 0), Is.EqualTo(Field));
            Assert.That(rig.Reading.Flows, Is.Empty);
        }
    }

    [Test]
    public void The_floor_is_two_of_the_segments_that_the_sender_sends()
    {
        ClampRig rig = new(Options with { Rate = DataRate.FromKilobitsPerSecond(64) });
        RigFlow flow = new RigFlow(rig, 1, 40, 10) { MaxSegmentBytes = null }.Start();
        rig.RunUntil(4);
        Assert.That(flow.Fields[^1], Is.EqualTo(2 * RigFlow.Segment), "not of the default of 536 bytes");
    }

    [Test]
    public void Another_answer_to_the_SYN_keeps_the_connection()
    {
        ClampRig rig = new(Options);
        RigFlow flow = new(rig, 1, 40, 10);
        flow.OpenFromReceiver();
        TcpFields answer = new()
        {
            Flags = TcpFlags.Syn | TcpFlags.Ack,
            Sequence = 5,
            Acknowledgment = ReceiverNumber + 1,
            Window = 14_600,
            WindowScale = 7,
            MaxSegmentBytes = 1460,
        };
        rig.Clamp.OnData(flow.Key, 60, answer, rig.Now);
        rig.RunUntil(0.04);
        flow.AnswerFromSender();
        rig.RunUntil(0.05);
        flow.PassAck(First, 1);
        rig.RunUntil(2);
        Assert.That(flow.Fields[^1], Is.InRange(Target / 5, Target), "it is measured again, and limited");
        Assert.That(rig.Reading.Flows.Single().MinReceiverRtt!.Value.Milliseconds, Is.EqualTo(10));
    }

    [Test]
    public void The_largest_window_of_repeated_SYNs_is_not_taken_back()
    {
        ClampRig rig = new(Options with { Rate = DataRate.FromKilobitsPerSecond(64) });
        RigFlow flow = new(rig, 1, 40, 10);
        flow.OpenFromReceiver();
        flow.AnswerFromSender();
        rig.Clamp.OnAck(flow.AckKey,
            new TcpFields { Flags = TcpFlags.Syn, Sequence = ReceiverNumber, Window = 60_000, WindowScale = 0 }, rig.Now);
        rig.RunUntil(0.01);
        Assert.That(flow.PassAck(First, 0), Is.EqualTo(60_000));
    }

    [Test]
    public void The_own_queue_is_no_part_of_the_handshake()
    {
        ClampRig rig = new(Options with { Queue = ClampedQueue.Own });
        for (int i = 1; i <= 40; i++)
            rig.At(Instant.FromSeconds(0.005 * i), () => rig.Clamp.OnDequeued(1500, Duration.FromMilliseconds(8), rig.Now));
        rig.RunUntil(0.1);
        new RigFlow(rig, 1, 40, 20).Start();
        rig.RunUntil(0.1605);
        Assert.That(rig.Reading.QueueDelay.Milliseconds, Is.EqualTo(8));
        Assert.That(rig.Reading.Flows[0].MinReceiverRtt!.Value.Milliseconds, Is.EqualTo(12).Within(0.001));
    }

    private static (ClampRig Rig, RigFlow Flow) Started()
    {
        ClampRig rig = new(Options);
        RigFlow flow = new RigFlow(rig, 1, 40, 10).Start();
        rig.RunUntil(2);
        return (rig, flow);
    }
}
