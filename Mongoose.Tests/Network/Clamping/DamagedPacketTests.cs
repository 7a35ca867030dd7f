using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Tests.Network.Packets;

namespace Mongoose.Tests.Network.Clamping;

/// <summary>Whole and damaged packets on links that are clamped in both directions.</summary>
public sealed class DamagedPacketTests : IPacketReceiver
{
    private const int Packets = 150_000, Connections = 20, SegmentBytes = 1000;

    private static readonly byte[] SynOptions = [2, 4, 5, 180, 1, 3, 3, 7];

    private readonly SimulatedScheduler _scheduler = new();
    private readonly PacketPool<IpPacket> _pool = IpPacket.NewPool();
    private readonly Random _random = new(20261123);
    private readonly uint[] _first = new uint[Connections], _sent = new uint[Connections];
    private readonly int[] _opened = new int[Connections];
    private byte[] _before = [];
    private int _arrived, _lowered, _others;

    [Test]
    public void Nothing_changes_but_windows_and_their_checksums()
    {
        ClampOptions clamp = new() { Rate = DataRate.FromMegabitsPerSecond(10) };
        LinkPair pair = new(_scheduler, new LinkPairOptions { DownClamp = clamp, UpClamp = clamp });
        (IPacketReceiver down, IPacketReceiver up) = (LinkHop.Through(pair.WayDown, this), LinkHop.Through(pair.WayUp, this));
        for (int i = 0; i < Packets; i++)
        {
            int connection = _random.Next(Connections);
            (byte[] bytes, bool isDown) = Next(connection);
            _before = _random.Next(100) < 4 ? TcpBytes.Damage(bytes, _random) : bytes;
            IpPacket packet = _pool.Rent();
            _before.CopyTo(packet.Buffer);
            if (packet.TryParse(_before.Length))
                (isDown ? down : up).Receive(packet);
            else
                packet.Release();
            _scheduler.RunFor(Duration.FromMilliseconds(1));
        }
        Assert.That(_arrived, Is.GreaterThan(Packets / 2));
        Assert.That(Math.Min(_lowered, _others), Is.GreaterThan(Packets / 20), "both are frequent");
    }

    void IPacketReceiver.Receive(Packet packet)
    {
        byte[] after = ((IpPacket)packet).Bytes.ToArray(), before = _before[..after.Length];
        _arrived++;
        if (after.AsSpan().SequenceEqual(before))
        {
            _others++;
        }
        else
        {
            _lowered++;
            Assert.That(TcpBytes.AreSameButWindow(before, after), Is.True, Convert.ToHexString(before));
            Assert.That(TcpBytes.WindowOf(after), Is.LessThan(TcpBytes.WindowOf(before)));
            Assert.That(FullChecksum.IsCorrect(after), Is.EqualTo(FullChecksum.IsCorrect(before)), "neither spoiled nor repaired");
        }
        packet.Release();
    }

    /// <summary>A packet of a connection whose data travels down, as if there were neither losses nor delays.</summary>
    private (byte[] Bytes, bool IsDown) Next(int connection)
    {
        UdpAddress server = new(0xC6120001, (ushort)(5001 + connection)), client = new(0xC6120002, 443);
        ref uint sent = ref _sent[connection], first = ref _first[connection];
        TcpBytes down = new() { Source = server, Destination = client, Sequence = sent, Acknowledgment = 1 };
        TcpBytes up = new()
        {
            Source = client,
            Destination = server,
            Sequence = 1,
            Acknowledgment = sent,
            Window = (ushort)_random.Next(65_536)
        };
        if (_random.Next(60) == 0)
            _opened[connection] = 0;
        switch (_opened[connection]++)
        {
            case 0:
                first = (uint)_random.Next();
                return ((up with { Sequence = 0, Acknowledgment = 0, Flags = TcpFlags.Syn, Options = SynOptions }).ToPacket(), false);
            case 1:
                sent = first + 1;
                return ((down with { Sequence = first, Flags = TcpFlags.Syn | TcpFlags.Ack, Options = SynOptions }).ToPacket(), true);
        }
        switch (_random.Next(2))
        {
            case 0:
                sent += SegmentBytes;
                return ((down with { PayloadBytes = SegmentBytes }).ToPacket(), true);
            default:
                return ((up with { PayloadBytes = _random.Next(2) * 100 }).ToPacket(), false);
        }
    }
}
