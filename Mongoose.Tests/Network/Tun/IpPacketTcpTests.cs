using Mongoose.Network.Packets;
using Mongoose.Network.Tun;
using Mongoose.Tests.Network.Packets;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Tun;

/// <summary>The TCP header of an IP packet: reading it, and replacing its window.</summary>
public sealed class IpPacketTcpTests
{
    private const int Damaged = 200_000;

    [TestCase(0)]
    [TestCase(12)]
    public void The_payload_s_size_follows_from_the_total_length(int ipOptionBytes)
    {
        byte[] bytes = new TcpBytes { PayloadBytes = 100, IpOptionBytes = ipOptionBytes, Options = new byte[8] }.ToPacket();
        Assert.That(Parsed([.. bytes, 1, 2, 3]).TryReadTcp(out TcpFields fields), Is.True);
        Assert.That((fields.PayloadBytes, fields.Window), Is.EqualTo((100, 512)), "three bytes after the packet do not count");
    }

    [Test]
    public void Other_protocols_and_fragments_are_not_segments()
    {
        byte[] udp = new TcpBytes().ToPacket(), first = new TcpBytes().ToPacket(), later = new TcpBytes().ToPacket();
        udp[9] = FlowKey.Udp;
        first[6] = 0x20; // More fragments.
        later[7] = 1; // Fragment offset 8.
        foreach (byte[] bytes in (byte[][])[udp, first, later])
        {
            IpPacket packet = Parsed(bytes);
            Assert.That(packet.TryReadTcp(out _), Is.False);
            Assert.Throws<InvalidOperationException>(() => packet.WriteWindow(1));
            Assert.That(packet.Bytes.ToArray(), Is.EqualTo(bytes));
        }
        byte[] whole = new TcpBytes().ToPacket();
        whole[6] = 0x40; // Don't fragment.
        Assert.That(Parsed(whole).TryReadTcp(out _), Is.True);
    }

    [Test]
    public void A_window_of_more_than_16_bits_is_refused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => Parsed(new TcpBytes().ToPacket()).WriteWindow(65_536));

    [ForAll(MaxTest = 1000)]
    public bool A_new_window_changes_nothing_else_and_all_checksums_are_right(
        ushort before, ushort after, byte options, byte ipOptions, ushort payload)
    {
        byte[] old = new TcpBytes
        {
            Window = before,
            Options = new byte[options % 11 * 4],
            IpOptionBytes = ipOptions % 11 * 4,
            PayloadBytes = payload % 1300,
        }.ToPacket();
        IpPacket packet = Parsed(old);
        packet.WriteWindow(after);
        byte[] changed = packet.Bytes.ToArray();
        return packet.TryReadTcp(out TcpFields fields)
            && fields.Window == after && FullChecksum.IsCorrect(changed) && TcpBytes.AreSameButWindow(old, changed);
    }

    [Test]
    public void Damaged_packets_are_refused_or_change_in_window_and_checksum_alone()
    {
        Random random = new(20261123);
        byte[] whole = new TcpBytes
        {
            Flags = TcpFlags.Syn,
            Options = [2, 4, 5, 180, 4, 2, 8, 10, 1, 2, 3, 4, 5, 6, 7, 8, 1, 3, 3, 10],
            PayloadBytes = 30
        }.ToPacket();
        PacketPool<IpPacket> pool = IpPacket.NewPool();
        int read = 0, refused = 0;
        for (int i = 0; i < Damaged; i++)
        {
            IpPacket packet = pool.Rent();
            byte[] damaged = TcpBytes.Damage(whole, random);
            damaged.CopyTo(packet.Buffer);
            if (packet.TryParse(damaged.Length))
            {
                byte[] before = packet.Bytes.ToArray();
                if (packet.TryReadTcp(out TcpFields fields))
                {
                    read++;
                    Assert.That(fields.PayloadBytes, Is.InRange(0, before.Length - TcpBytes.IpHeader - TcpHeader.MinBytes));
                    packet.WriteWindow((uint)random.Next(65_536));
                    Assert.That(TcpBytes.AreSameButWindow(before, packet.Bytes.ToArray()), Is.True, Convert.ToHexString(damaged));
                }
                else
                {
                    refused++;
                }
            }
            packet.Release();
        }
        Assert.That(Math.Min(read, refused), Is.GreaterThan(Damaged / 10), "both happen often");
    }

    [Test]
    public void Reading_and_writing_allocate_nothing()
    {
        IpPacket packet = Parsed(new TcpBytes { Options = [1, 1, 8, 10, 1, 2, 3, 4, 5, 6, 7, 8] }.ToPacket());
        long bytes = Allocation.FewestBytes(() =>
        {
            for (uint i = 0; i < 10_000; i++)
            {
                packet.TryReadTcp(out TcpFields fields);
                packet.WriteWindow(fields.Window + i & 0xFFFF);
            }
        });
        Assert.That(bytes, Is.Zero);
    }

    private static IpPacket Parsed(byte[] bytes)
    {
        IpPacket packet = IpPacket.NewPool().Rent();
        bytes.CopyTo(packet.Buffer);
        Assert.That(packet.TryParse(bytes.Length), Is.True);
        return packet;
    }
}
