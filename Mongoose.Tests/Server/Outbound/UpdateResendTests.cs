using log4net;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Updates;
using Mongoose.Server.Outbound;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Tests.Outbound;

/// <summary>Resends of object updates carry what later packets have not replaced.</summary>
public sealed class UpdateResendTests
{
    [SetUp]
    public void Clear() => LogBook.Clear();

    [Test]
    public void A_replaced_update_is_resent_empty_under_its_number()
    {
        RegionRig rig = new();
        Visitor visitor = Losing(rig.Enter(), 1);
        visitor.Queue(AnyUpdate.Motion(7, 8));
        rig.Run(0.1);
        visitor.Queue(AnyUpdate.Motion(7, 8));
        rig.Run(0.5);
        SentPacket again = visitor.Resends.Single();
        Assert.That((again.Sequence, again.Bytes), Is.EqualTo((1u, 18)));
        Assert.That(visitor.Circuit.Counters.Usage(Channel.Resend).Bytes, Is.EqualTo(18), "the circuit pays for what is sent");
        Assert.That(visitor.Circuit.Counters.UpdateResends, Is.EqualTo(new ResendCounts(1, 2, 1, 18, AnyUpdate.Motion(7, 8).Length)));
        Assert.That(rig.Outbound.Sender.Counters.UpdateResends, Is.EqualTo(visitor.Circuit.Counters.UpdateResends));
    }

    [Test]
    public void A_current_update_is_resent_unchanged()
    {
        RegionRig rig = new();
        Visitor visitor = Losing(rig.Enter(), 1);
        visitor.Queue(AnyUpdate.Full(7));
        rig.Run(0.1);
        visitor.Queue(AnyUpdate.Motion(7));
        rig.Run(0.5);
        int bytes = AnyUpdate.Full(7).Length;
        Assert.That(visitor.Resends.Single().Bytes, Is.EqualTo(bytes));
        Assert.That(visitor.Circuit.Counters.UpdateResends, Is.EqualTo(new ResendCounts(1, 0, 0, bytes, bytes)));
    }

    [Test]
    public void With_the_rule_off_everything_is_resent()
    {
        RegionRig rig = new(("ResendRule", "off"));
        Visitor visitor = Losing(rig.Enter(), 1);
        visitor.Queue(AnyUpdate.Motion(7));
        visitor.Queue(AnyUpdate.Kill(7));
        rig.Run(0.6);
        int bytes = AnyUpdate.Motion(7).Length;
        Assert.That(visitor.Circuit.Counters.UpdateResends, Is.EqualTo(new ResendCounts(1, 0, 0, bytes, bytes)));
    }

    [Test]
    public void Unacknowledged_bytes_follow_the_length_of_the_packets()
    {
        RegionRig rig = new();
        Visitor visitor = rig.Enter();
        visitor.Acks = false;
        OutgoingPacket[] packets =
            [visitor.Queue(AnyUpdate.Motion(1, 2, 3)), visitor.Queue(AnyUpdate.Motion(1, 2)), visitor.Queue(AnyUpdate.Kill(1))];
        rig.Run(3);
        Assert.That(packets.Select(packet => packet.Buffer.DataLength),
            Is.Not.EqualTo(new[] { AnyUpdate.Motion(1, 2, 3).Length, AnyUpdate.Motion(1, 2).Length, 12 }));
        Assert.That(visitor.Client.UnackedBytes, Is.EqualTo(packets.Sum(packet => packet.Buffer.DataLength)));
        visitor.Acks = true;
        rig.Run(10);
        Assert.That((visitor.Client.UnackedBytes, visitor.Client.NeedAcks.Count()), Is.EqualTo((0, 0)));
    }

    [Test]
    public void A_lost_packet_without_current_blocks_is_left_to_the_timer_and_is_no_fast_resend([Values] bool isObsolete)
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor visitor = Losing(rig.Enter(), 10);
        for (uint i = 1; i <= 20; i++)
        {
            visitor.Queue(AnyUpdate.Motion(isObsolete ? 7 : i));
            rig.Run(0.02);
        }
        Assert.That(visitor.Circuit.Counters.Path.Lost, Is.EqualTo(1));
        Assert.That((visitor.Circuit.Path!.FastResends, visitor.Resends.Count()), Is.EqualTo(isObsolete ? (0, 0) : (1, 1)));
        rig.Run(2);
        Assert.That(visitor.Resends.Single().Bytes, Is.EqualTo(isObsolete ? 18 : AnyUpdate.Motion(7).Length));
    }

    [Test]
    public void After_an_update_that_could_not_be_sent_what_it_replaced_is_resent()
    {
        RegionRig rig = new();
        Visitor visitor = Losing(rig.Enter(), 1);
        visitor.Queue(AnyUpdate.Motion(7));
        rig.Run(0.1);
        OutgoingPacket broken = visitor.Queue(AnyUpdate.Motion(7));
        rig.Fail(packet => packet == broken);
        rig.Run(0.5);
        Assert.That(visitor.Resends.Single().Bytes, Is.EqualTo(AnyUpdate.Motion(7).Length));
    }

    [Test]
    public void Disabled_nothing_is_left_out_but_what_stock_sends_counts_when_enabled_again()
    {
        RegionRig rig = new();
        Visitor visitor = Losing(rig.Enter(), 1);
        visitor.IsLost = packet => packet.Sequence == 1;
        visitor.Queue(AnyUpdate.Motion(7));
        rig.Run(0.1);
        rig.Switch(on: false);
        visitor.Queue(AnyUpdate.Motion(7));
        rig.Run(0.5);
        int bytes = AnyUpdate.Motion(7).Length;
        Assert.That(visitor.Resends.Select(packet => packet.Bytes), Is.Not.Empty.And.All.EqualTo(bytes));
        Assert.That(visitor.Circuit.Counters.UpdateResends.BlocksLeftOut, Is.Zero);
        Assert.That(visitor.Circuit.Counters.UpdateResends.Bytes, Is.EqualTo(bytes * visitor.Resends.Count()));
        rig.Switch(on: true);
        rig.Run(3);
        Assert.That(visitor.Resends.Last().Bytes, Is.EqualTo(18));
    }

    [Test]
    public void Under_load_and_while_switched_on_and_off_every_object_s_last_state_arrives([Values(1, 2, 3)] int seed)
    {
        RegionRig rig = RegionRig.WithPathControl();
        Random random = new(seed);
        Visitor visitor = rig.Enter(kilobitsPerSecond: 2000);
        visitor.IsLost = _ => random.Next(15) == 0;
        UpdateLoad load = new(visitor, random);
        for (int i = 0; i < 4000; i++)
        {
            if (random.Next(200) == 0)
                rig.Switch(!rig.State.IsShaping);
            if (random.Next(3) == 0)
                load.Queue();
            rig.Pass();
        }
        visitor.IsLost = _ => false;
        rig.Switch(on: true);
        rig.Run(30);
        load.AssertLastStates();
        Assert.That(load.Packets.Select(packet => packet.Buffer), Is.All.Null, "each is acknowledged");
        Assert.That((visitor.Client.UnackedBytes, visitor.Client.NeedAcks.Count()), Is.EqualTo((0, 0)));
        Assert.That(visitor.Circuit.Counters.UpdateResends.EmptyPackets, Is.Positive);
        Assert.That(LogBook.Lines, Is.Empty);
    }

    [Test]
    public void Updates_of_the_same_objects_may_be_queued_by_another_thread()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Random losses = new(4);
        Visitor visitor = rig.Enter(kilobitsPerSecond: 8000);
        visitor.IsLost = _ => losses.Next(15) == 0;
        UpdateLoad load = new(visitor, new Random(5));
        using ManualResetEventSlim manySent = new();
        Thread thread = new(() =>
        {
            for (int i = 0; i < 3000; i++)
            {
                if (i == 1500)
                    manySent.Wait(TimeSpan.FromMinutes(1));
                load.Queue();
            }
        });
        thread.Start();
        rig.RunUntil(() =>
        {
            if (visitor.Sent.Count > 500)
                manySent.Set();
            return !thread.IsAlive;
        });
        Assert.That(visitor.Sent, Has.Count.GreaterThan(500), "packets are queued and sent at the same time");
        visitor.IsLost = _ => false;
        rig.Run(40);
        Assert.That(visitor.Circuit.Counters.UpdateResends.EmptyPackets, Is.Positive);
        load.AssertLastStates();
        Assert.That(load.Packets.Select(packet => packet.Buffer), Is.All.Null, "each is acknowledged");
        Assert.That(LogBook.Lines, Is.Empty);
    }

    [Test]
    public void A_client_may_close_in_the_middle([Values(1, 2, 3, 4)] int seed, [Values] bool isBeforeSend)
    {
        RegionRig rig = RegionRig.WithPathControl();
        Random random = new(seed);
        Visitor visitor = rig.Enter(kilobitsPerSecond: 2000), other = rig.Enter(kilobitsPerSecond: 2000, "Grace Hopper");
        visitor.IsLost = _ => random.Next(4) == 0;
        UpdateLoad load = new(visitor, random);
        for (int i = 0; i < 500; i++)
        {
            load.Queue();
            rig.Pass();
        }
        // OpenSim shuts the client down on another thread, here while a packet is being sent.
        bool isResend = random.Next(2) == 0;
        if (isBeforeSend)
            rig.Server.OnSending += Close;
        else
            rig.Server.OnSent += Close;
        UpdateLoad others = new(other, random);
        for (int i = 0; i < 1000; i++)
        {
            others.Queue();
            rig.Pass();
        }
        rig.Run(10);
        Assert.That(visitor.Client.IsConnected, Is.False);
        Assert.That(OpenSimUDPBase.FreedAreUntouched);
        others.AssertLastStates();
        Assert.That(LogBook.Lines, Is.Empty);
        Assert.That(rig.Server.Failures.Count.SinceReset, Is.Zero);

        void Close(OutgoingPacket packet)
        {
            if (packet.Client == visitor.Client && visitor.Client.IsConnected && packet.ResendCount > 0 == isResend)
                visitor.Leave();
        }
    }

    /// <summary>OpenSim frees the buffer of a packet for a client that has left, and uses it for a packet to another client.</summary>
    [Test]
    public void After_the_client_has_left_a_buffer_may_hold_another_client_s_packet()
    {
        RegionRig rig = new();
        Visitor leaving = rig.Enter(), other = rig.Enter(name: "Grace Hopper");
        leaving.Acks = false;
        UpdateResends resends = new(rig.Context, leaving.Client, new UnackedPackets());
        OutgoingPacket[] sent =
            [leaving.Queue(AnyUpdate.Motion(7)), leaving.Queue(AnyUpdate.Motion(8)), leaving.Queue(AnyUpdate.Motion(7))];
        rig.Run(0.1);
        foreach (OutgoingPacket packet in sent)
        {
            resends.RecordHead(packet);
            resends.Sent(packet, Channel.Task);
        }
        Assert.That(sent.Select(resends.IsObsolete), Is.EqualTo(new[] { true, false, false }));

        leaving.Client.Shutdown();
        RegionRig.Internals.SendPacketFinal(rig.Server)(sent[0]);
        byte[] others = AnyUpdate.Motion(7, 8);
        OutgoingPacket reused = other.Queue(others);
        Assert.That(reused.Buffer, Is.SameAs(sent[0].Buffer));
        resends.Trim(sent[0]);
        Assert.That(reused.Buffer.Data[..reused.Buffer.DataLength], Is.EqualTo(others));
        Assert.That(resends.Sent(sent[0], Channel.Resend), Is.EqualTo(default(ResendCounts)), "it was not sent");
        resends.RecordHead(sent[0]);
        Assert.That(resends.IsObsolete(sent[1]), Is.False, "the other client's packet replaces nothing");
    }

    /// <summary>The viewer loses the first transmission of a packet.</summary>
    private static Visitor Losing(Visitor visitor, uint number)
    {
        visitor.IsLost = packet => packet.Sequence == number && !packet.IsResend;
        return visitor;
    }

    /// <summary>Updates of a few objects, in which the last block of each object must arrive.</summary>
    private sealed class UpdateLoad(Visitor visitor, Random random)
    {
        private readonly Dictionary<(uint Object, MessageId Message), string> _last = [];

        public List<OutgoingPacket> Packets { get; } = [];

        public void Queue()
        {
            MessageId message = random.Next(10) == 0 ? MessageId.ObjectUpdate : MessageId.ImprovedTerseObjectUpdate;
            BlockKind kind = message == MessageId.ObjectUpdate ? BlockKind.Full : BlockKind.Motion;
            TestBlock[] blocks =
                [.. Enumerable.Range(1, 12).Where(_ => random.Next(3) == 0).Select(id => new TestBlock((uint)id, kind, random.Next()))];
            if (blocks.Length > 4)
                blocks = blocks[..4];
            byte[] datagram = AnyUpdate.Datagram(message, blocks, zeroCoded: true);
            string[] content = UpdateContent.Of(datagram).Blocks;
            for (int i = 0; i < blocks.Length; i++)
            {
                _last[(blocks[i].LocalId, message)] = content[i];
                if (kind == BlockKind.Full)
                    _last.Remove((blocks[i].LocalId, MessageId.ImprovedTerseObjectUpdate));
            }
            Packets.Add(visitor.Queue(datagram));
        }

        public void AssertLastStates()
        {
            HashSet<string> arrived = [.. visitor.Updates.SelectMany(datagram => UpdateContent.Of(datagram).Blocks)];
            Assert.That(_last.Values, Is.SubsetOf(arrived));
            Assert.That(_last, Has.Count.GreaterThanOrEqualTo(12));
        }
    }
}
