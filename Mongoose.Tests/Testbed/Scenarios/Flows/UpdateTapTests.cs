using System.Numerics;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Scenarios.Flows;

namespace Mongoose.Tests.Testbed.Scenarios.Flows;

public sealed class UpdateTapTests
{
    private const int Header = 6, Message = 1, TerseHeader = 11, BlockBytes = 63;

    [Test]
    public void Resent_bytes_are_counted_against_the_first_transmission_without_appended_acks()
    {
        Stage stage = new();
        stage.Send(Terse(1, blocks: 3));
        stage.Send(Terse(1, blocks: 1, resent: true, acks: 2));
        stage.Send(Terse(1, blocks: 0, resent: true));
        stage.Send(Terse(2, blocks: 3, resent: true));
        Assert.That((stage.Tap.ResentBytes, stage.Tap.UntrimmedBytes), Is.EqualTo((Size(1) + Size(0), 2 * Size(3))),
            "of packet 2, no first transmission was seen");
        Assert.That(stage.Tap.BlockShare, Is.EqualTo(1.0 / 6), "one block of two times three");
        Assert.That(stage.Passed, Is.EqualTo(4), "every packet goes on");
    }

    [Test]
    public void A_reliable_packet_is_missing_if_no_transmission_has_arrived_for_some_seconds()
    {
        Stage stage = new();
        stage.Send(Terse(1, blocks: 1));
        stage.Send(Terse(2, blocks: 1));
        stage.Tap.Arrived(2);
        stage.Run(7);
        Assert.That(stage.Tap.Missing, Is.Zero, "packet 1 may still be on its way");
        stage.Run(2);
        Assert.That(stage.Tap.Missing, Is.EqualTo(1));
        stage.Tap.Arrived(1);
        Assert.That(stage.Tap.Missing, Is.Zero);
    }

    [Test]
    public void A_state_is_as_old_as_its_first_transmission_on_any_circuit()
    {
        Stage stage = new();
        UpdateTap other = new(stage.Clock, stage.Tap.States);
        stage.Send(Terse(1, blocks: 1));
        stage.Run(2);
        stage.Send(Terse(9, blocks: 1), other);
        stage.Run(1);
        Assert.That(stage.Tap.States.AgeOf(State(0), stage.Clock.Now), Is.EqualTo(Duration.FromSeconds(3)));
        Assert.That(stage.Tap.States.AgeOf(State(1), stage.Clock.Now), Is.Null);
        stage.Run(60);
        stage.Send(Terse(2, blocks: 2));
        Assert.That(stage.Tap.States.AgeOf(State(0), stage.Clock.Now), Is.EqualTo(Duration.Zero), "states are forgotten after a minute");
    }

    private static long Size(int blocks) => Header + Message + TerseHeader + blocks * BlockBytes;

    private static TerseMotion State(int avatar) =>
        new((uint)avatar, 0, new ObjectMotion { CollisionPlane = Vector4.UnitZ, Position = new Vector3(avatar, 0, 0), Rotation = Read });

    /// <summary>The identity after the rounding of terse updates.</summary>
    private static Quaternion Read
    {
        get
        {
            Span<byte> data = stackalloc byte[TerseMotion.AvatarBytes];
            new TerseMotion(0, 0, new ObjectMotion { CollisionPlane = Vector4.UnitZ, Rotation = Quaternion.Identity }).WriteTo(data);
            TerseMotion.TryRead(data, out TerseMotion read);
            return read.Motion.Rotation;
        }
    }

    private static byte[] Terse(uint sequence, int blocks, bool resent = false, int acks = 0)
    {
        byte[] buffer = new byte[1400];
        scoped DatagramWriter w = new(buffer, PacketFlags.Reliable);
        new ImprovedTerseObjectUpdate(0, 0).Write(ref w);
        Span<byte> data = stackalloc byte[TerseMotion.AvatarBytes];
        for (int i = 0; i < blocks; i++)
        {
            (State(i) with { Motion = State(i).Motion with { Rotation = Quaternion.Identity } }).WriteTo(data);
            ImprovedTerseObjectUpdate.TryAppend(ref w, new TerseObject { Data = data });
        }
        w.TryFinish(out int length);
        DatagramHeader.SetSequence(buffer, sequence);
        if (resent)
            DatagramHeader.MarkResent(buffer);
        DatagramHeader.AppendAcks(buffer, ref length, Enumerable.Range(1, acks).Select(number => (uint)number).ToArray());
        return buffer[..length];
    }

    private sealed class Stage : IPacketReceiver
    {
        private readonly PacketPool<DatagramPacket> _packets = DatagramPacket.NewPool();

        public Stage() => Tap = new UpdateTap(Clock, new RegionStates());

        public SimulatedScheduler Clock { get; } = new();

        public UpdateTap Tap { get; }

        public int Passed { get; private set; }

        public void Send(byte[] datagram, UpdateTap? tap = null)
        {
            DatagramPacket packet = _packets.Rent();
            packet.Set(UdpAddress.Loopback(1), datagram);
            packet.Receiver = this;
            (tap ?? Tap).Receive(packet);
        }

        public void Run(double seconds) => Clock.RunUntil(Clock.Now + Duration.FromSeconds(seconds));

        void IPacketReceiver.Receive(Packet packet)
        {
            Passed++;
            packet.Release();
        }
    }
}
