using Mongoose.Core.Units;
using Mongoose.Tests.Measuring;
using Mongoose.Verse.Connection;
using Mongoose.Verse.Wire;

namespace Mongoose.Tests.Verse.Connection;

[Parallelizable(ParallelScope.All)]
public sealed class FaultTests
{
    private static readonly byte[] Peer = [10, 0, 0, 1, 0x12, 0x34];

    /// <summary>A client and a server that are open, without links.</summary>
    private static (VerseConnection Client, VerseConnection Server) Open(VerseOptions? options = null)
    {
        options ??= VerseOptions.Default;
        byte[] datagram = new byte[1452], answer = new byte[1452];
        VerseConnection client = VerseConnection.Connect(options, 5, Instant.Zero);
        VerseListener listener = new(options, 6);
        int length = client.TryMakePacket(Instant.Zero, datagram);
        listener.Receive(datagram.AsSpan(0, length), Peer, Instant.Zero, answer, out int answerBytes);
        Assert.That(client.Receive(answer.AsSpan(0, answerBytes), Instant.Zero), Is.EqualTo(VerseError.None));
        length = client.TryMakePacket(Instant.Zero, datagram);
        VerseConnection? server = listener.Receive(datagram.AsSpan(0, length), Peer, Instant.Zero, answer, out _);
        Assert.That(server, Is.Not.Null);
        length = server!.TryMakePacket(Instant.Zero, datagram);
        Assert.That(client.Receive(datagram.AsSpan(0, length), Instant.Zero), Is.EqualTo(VerseError.None));
        Assert.That(client.State, Is.EqualTo(ConnectionState.Open));
        return (client, server);
    }

    [Test]
    public void A_million_damaged_packets_are_errors_or_packets_and_never_exceptions()
    {
        (VerseConnection client, VerseConnection server) = Open();
        byte[] datagram = new byte[1452], damaged = new byte[1452];
        Random random = new(11);
        long errors = 0;
        int length = 0;
        for (int i = 0; i < 1_000_000; i++)
        {
            Instant now = Instant.FromMilliseconds(i * 0.01);
            if (i % 100 == 0)
            {
                for (ulong key = 0; key < 5; key++)
                    client.Set(key, BitConverter.GetBytes(i));
                if (client.TryMakePacket(now, datagram) is > 0 and int made)
                    length = made;
            }
            int size = random.Next(3) == 0 ? random.Next(length + 1) : length;
            datagram.AsSpan(0, size).CopyTo(damaged);
            for (int flips = random.Next(4); flips > 0 && size > 0; flips--)
                damaged[random.Next(size)] = (byte)random.Next(256);
            if (server.Receive(damaged.AsSpan(0, size), now) != VerseError.None)
                errors++;
        }
        Assert.That(errors, Is.GreaterThan(500_000));
        Assert.That(server.Counters.PacketsRefused, Is.EqualTo(errors));
    }

    [Test]
    public void Forged_acknowledgments_and_ank_ids_are_refused_and_cost_nothing()
    {
        (VerseConnection client, VerseConnection server) = Open();
        uint last = unchecked((uint)client.Sending.InFlight.NextId - 1);
        long steps = client.Sending.InFlight.Steps;
        Assert.That(client.Receive(Forged(0, 0, (true, 0u), (false, 1u), (true, uint.MaxValue)), Instant.Zero), Is.EqualTo(VerseError.BadAcknowledgment));
        Assert.That(client.Receive(Forged(0, 0, (true, unchecked(last + 1))), Instant.Zero), Is.EqualTo(VerseError.AcknowledgesUnsent));
        Assert.That(client.Receive(Forged(0, 0, (true, last - 5), (false, last)), Instant.Zero), Is.EqualTo(VerseError.BadAcknowledgment));
        uint ank = unchecked((uint)server.Receiving!.Arrivals.Highest + 1);
        Assert.That(server.Receive(Forged(PacketFlags.Ank, ank), Instant.Zero), Is.EqualTo(VerseError.AnkFromFuture));
        Assert.That(client.Sending.InFlight.Steps - steps, Is.LessThanOrEqualTo(3));
    }

    private static byte[] Forged(PacketFlags flags, uint ank, params (bool IsAck, uint Id)[] verdicts)
    {
        byte[] bytes = new byte[PacketHeader.Size + 5 * verdicts.Length];
        new PacketHeader(flags | (verdicts.Length > 0 ? PacketFlags.Ack : 0), 0, 0, verdicts.Length > 0 ? 1u : 0, ank).Write(bytes);
        CommandWriter writer = new(bytes.AsSpan(PacketHeader.Size));
        foreach ((bool isAck, uint id) in verdicts)
            writer.Verdict(isAck ? CommandKind.Ack : CommandKind.Nak, id);
        return bytes;
    }

    [Test]
    public void Requests_from_forged_addresses_leave_no_state_and_short_answers()
    {
        VerseListener listener = new(VerseOptions.Default, 6);
        byte[] request = new byte[1452], answer = new byte[1452];
        int length = VerseConnection.Connect(VerseOptions.Default, 5, Instant.Zero).TryMakePacket(Instant.Zero, request);
        byte[] address = new byte[6];
        (int longest, int opened) = (0, 0);
        long allocated = Allocation.FewestBytes(() =>
        {
            for (int i = 0; i < 10_000; i++)
            {
                BitConverter.TryWriteBytes(address, i);
                if (listener.Receive(request.AsSpan(0, length), address, Instant.Zero, answer, out int answerBytes) is not null)
                    opened++;
                longest = Math.Max(longest, answerBytes);
            }
        });
        Assert.That(allocated, Is.Zero);
        Assert.That(opened, Is.Zero);
        Assert.That(longest, Is.InRange(1, 3 * length));
    }

    [TestCase(0, true)]
    [TestCase(9.9, true)]
    [TestCase(20.1, false)]
    public void A_cookie_opens_only_from_its_address_and_for_a_while(double seconds, bool opens)
    {
        byte[] datagram = new byte[1452], answer = new byte[1452];
        VerseConnection client = VerseConnection.Connect(VerseOptions.Default, 5, Instant.Zero);
        VerseListener listener = new(VerseOptions.Default, 6);
        int length = client.TryMakePacket(Instant.Zero, datagram);
        listener.Receive(datagram.AsSpan(0, length), Peer, Instant.Zero, answer, out int answerBytes);
        client.Receive(answer.AsSpan(0, answerBytes), Instant.Zero);
        length = client.TryMakePacket(Instant.Zero, datagram);
        Span<byte> partOpen = datagram.AsSpan(0, length);
        Assert.That(listener.Receive(partOpen, [10, 0, 0, 2, 0x12, 0x34], Instant.Zero, answer, out _), Is.Null, "another address");
        Assert.That(listener.Receive(partOpen, Peer, Instant.FromSeconds(seconds), answer, out _) is not null, Is.EqualTo(opens));
        partOpen[^2] ^= 1; // a byte of the cookie's hash
        Assert.That(listener.Receive(partOpen, Peer, Instant.Zero, answer, out _), Is.Null, "a forged cookie");
    }

    [Test]
    public void A_replayed_packet_is_refused_and_changes_nothing()
    {
        (VerseConnection client, VerseConnection server) = Open();
        byte[] datagram = new byte[1452];
        client.Set(1, [1]);
        int length = client.TryMakePacket(Instant.Zero, datagram);
        Assert.That(server.Receive(datagram.AsSpan(0, length), Instant.Zero), Is.EqualTo(VerseError.None));
        Assert.That(server.Receive(datagram.AsSpan(0, length), Instant.Zero), Is.EqualTo(VerseError.Repeated));
        Assert.That(server.Counters.ValuesReceived, Is.EqualTo(1));
    }

    [Test]
    public void Packets_allocate_nothing()
    {
        (VerseConnection client, VerseConnection server) = Open();
        byte[] datagram = new byte[1452], value = new byte[16];
        Instant now = Instant.Zero;
        long allocated = Allocation.FewestBytes(() =>
        {
            for (int i = 0; i < 2000; i++)
            {
                now += Duration.FromMilliseconds(10);
                for (ulong key = 0; key < 30; key++)
                    client.Set(key, value);
                for (int length; (length = client.TryMakePacket(now, datagram)) > 0;)
                {
                    if (i % 10 != 0)
                        server.Receive(datagram.AsSpan(0, length), now);
                }
                for (int length; (length = server.TryMakePacket(now, datagram)) > 0;)
                    client.Receive(datagram.AsSpan(0, length), now);
            }
        });
        Assert.That(client.Counters.PacketsNaked, Is.GreaterThan(100), "losses are part of it");
        Assert.That(allocated, Is.Zero);
    }
}
