using Mongoose.Core.Units;
using Mongoose.Verse.Connection;
using Mongoose.Verse.Wire;

namespace Mongoose.Tests.Verse.Connection;

public sealed class FaultTests
{
    private static readonly byte[] Peer = [10, 0, 0, 1, 0x12, 0x34];

    private static readonly VerseError[] ByDamage =
    [
        VerseError.Truncated, VerseError.BadVersion, VerseError.BadFlags, VerseError.BadCommand, VerseError.BadAcknowledgment,
        VerseError.AcknowledgesUnsent,
        VerseError.AnkFromFuture, VerseError.ImplausibleId, VerseError.BadValue, VerseError.Repeated, VerseError.NotThisConnection,
    ];

    /// <summary>
    /// A connection takes 500 damaged packets. There is no signature, so damage to flags or payload id may pass for a packet: half of the
    /// connections are spared it, and must work afterwards.
    /// </summary>
    [Test]
    public void A_million_damaged_packets_are_errors_or_packets_and_never_exceptions_and_values_arrive_afterwards()
    {
        Random random = new(11);
        Dictionary<VerseError, int> results = [];
        for (int i = 0; i < 2000; i++)
        {
            bool isSpared = i % 2 == 0;
            VersePair pair = VersePair.Open(seed: (ulong)i);
            ReceivedValues received = new();
            pair.Server.Receiver = received;
            int refused = 0;
            for (int packet = 0; packet < 500; packet++)
            {
                VerseError result = SendDamaged(pair, packet, isSpared, random);
                results[result] = results.GetValueOrDefault(result) + 1;
                refused += result == VerseError.None ? 0 : 1;
            }
            Assert.That(pair.Server.Counters.PacketsRefused, Is.AtLeast(refused).And.AtMost(refused + 100), "100 packets follow undamaged");
            if (isSpared)
                CheckWorks(pair, received);
        }
        Assert.That(results.Values.Sum(), Is.EqualTo(1_000_000));
        foreach (VerseError error in ByDamage.Append(VerseError.None))
            Assert.That(results.GetValueOrDefault(error), Is.GreaterThan(50), error.ToString());
    }

    /// <summary>Both ends send values; of the client's packets one damaged copy arrives, and of five the packet itself.</summary>
    private static VerseError SendDamaged(VersePair pair, int number, bool spareIdentity, Random random)
    {
        Instant now = Instant.FromMilliseconds(number);
        for (ulong key = 0; key < 5; key++)
        {
            pair.Client.Set(key, BitConverter.GetBytes(number));
            pair.Server.Set(key, BitConverter.GetBytes(number));
        }
        Span<byte> original = pair.Next(pair.Server, now);
        if (!original.IsEmpty && number % 3 > 0)
            pair.Client.Receive(original, now);
        original = pair.Next(pair.Client, now);
        byte[] damaged = original[..(random.Next(3) == 0 ? random.Next(original.Length + 1) : original.Length)].ToArray();
        for (int flips = random.Next(4); flips > 0 && damaged.Length > 0; flips--)
        {
            int at = random.Next(damaged.Length);
            if (!spareIdentity || at is not (1 or >= 4 and < 8))
                damaged[at] = (byte)random.Next(256);
        }
        VerseError result = pair.Server.Receive(damaged, now);
        if (number % 5 == 0)
            pair.Server.Receive(original, now);
        return result;
    }

    private static void CheckWorks(VersePair pair, ReceivedValues received)
    {
        for (ulong key = 0; key < 5; key++)
            pair.Client.Set(key, [1, 2, 3]);
        for (int i = 0; i < 50; i++)
            pair.Exchange(Instant.FromMilliseconds(1000 + 20 * i));
        for (ulong key = 0; key < 5; key++)
            Assert.That(received.Values[key], Is.EqualTo(new byte[] { 1, 2, 3 }));
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
    public void Packets_allocate_nothing()
    {
        VersePair pair = VersePair.Open();
        (VerseConnection client, VerseConnection server) = (pair.Client, pair.Server);
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
