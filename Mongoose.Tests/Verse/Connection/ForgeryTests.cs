using Mongoose.Core.Units;
using Mongoose.Verse.Connection;
using Mongoose.Verse.Wire;

namespace Mongoose.Tests.Verse.Connection;

/// <summary>Packets from somebody who knows the addresses of both ends but not the ids in use.</summary>
public sealed class ForgeryTests
{
    [Test]
    public void Forged_acknowledgments_and_ank_ids_are_refused_and_cost_nothing()
    {
        VersePair pair = VersePair.Open();
        uint last = unchecked((uint)pair.Client.Sending.InFlight.NextId - 1);
        uint ank = unchecked((uint)pair.Client.Receiving!.Arrivals.Highest);
        long steps = pair.Client.Sending.InFlight.Steps;
        Assert.Multiple(() =>
        {
            Check(pair.Client, VerseError.BadAcknowledgment, Forged(ank, (true, 0u), (false, 1u), (true, uint.MaxValue)));
            Check(pair.Client, VerseError.AcknowledgesUnsent, Forged(ank, (true, unchecked(last + 1))));
            Check(pair.Client, VerseError.ImplausibleId, Forged(ank, (true, unchecked(last - 200_000))));
            Check(pair.Client, VerseError.BadAcknowledgment, Forged(ank, (true, last - 5), (false, last)));
            Check(pair.Client, VerseError.AnkFromFuture, Forged(unchecked(ank + 1)));
            Check(pair.Client, VerseError.ImplausibleId, Forged(unchecked(ank - 200_000)));
        });
        Assert.That(pair.Client.Sending.InFlight.Steps - steps, Is.LessThanOrEqualTo(3));
    }

    [Test]
    public void Without_the_ids_nobody_ends_a_connection()
    {
        VersePair pair = VersePair.Open();
        pair.Client.Set(1, [1]);
        byte[] original = pair.Next(pair.Client, Instant.Zero).ToArray();
        Check(pair.Server, VerseError.None, original);
        uint ank = unchecked((uint)pair.Server.Receiving!.Arrivals.Highest);
        byte[] repeated = (byte[])original.Clone();
        repeated[1] |= (byte)HeaderFlags.Fin;
        Assert.Multiple(() =>
        {
            Check(pair.Server, VerseError.BadFlags, Header(HeaderFlags.Fin, 0, 0));
            Check(pair.Server, VerseError.BadFlags, Header(HeaderFlags.Fin | HeaderFlags.Ank, 0, ank));
            Check(pair.Server, VerseError.BadFlags, Header(HeaderFlags.Fin | HeaderFlags.Payload, unchecked(ank + 1), 0));
            Check(pair.Server, VerseError.Repeated, repeated);
            Assert.That(pair.Server.State, Is.EqualTo(ConnectionPhase.Open));
        });
    }

    [Test]
    public void A_closing_end_takes_the_answer_to_its_FIN_only_with_the_ids()
    {
        VersePair pair = VersePair.Open();
        pair.Client.Close(Instant.Zero);
        pair.Exchange(Instant.Zero);
        Assert.That(pair.Client.CloseReason, Is.EqualTo(CloseReason.ByThisEnd));

        pair = VersePair.Open();
        pair.Client.Close(Instant.Zero);
        pair.Next(pair.Client, Instant.Zero);
        Check(pair.Client, VerseError.BadFlags, Header(HeaderFlags.Fin, 0, 0));
        Check(pair.Client, VerseError.ImplausibleId,
            Header(HeaderFlags.Fin | HeaderFlags.Ank, 0, unchecked((uint)pair.Client.Receiving!.Arrivals.Highest - 200_000)));
        Assert.That(pair.Client.State, Is.EqualTo(ConnectionPhase.Closing));
    }

    [Test]
    public void Guessed_ids_change_nothing()
    {
        VersePair pair = VersePair.Open();
        ReceivedValues received = new();
        pair.Server.Receiver = received;
        Random random = new(3);
        for (int i = 0; i < 100_000; i++)
        {
            byte[] forged = i % 2 == 0 ? Forged((uint)random.NextInt64(1L << 32), (true, (uint)random.NextInt64(1L << 32)))
                : Header(HeaderFlags.Payload | HeaderFlags.Ank, (uint)random.NextInt64(1L << 32), (uint)random.NextInt64(1L << 32));
            Assert.That(pair.Server.Receive(forged, Instant.Zero), Is.Not.EqualTo(VerseError.None));
        }
        for (ulong key = 0; key < 1000; key++)
        {
            pair.Client.Set(key, [1]);
            pair.Server.Set(key, [1]);
        }
        for (int i = 0; i < 100; i++)
            pair.Exchange(Instant.FromMilliseconds(10 * i));
        Assert.That(received.Values, Has.Count.EqualTo(1000));
        Assert.That((pair.Server.HasUndelivered, pair.Client.HasUndelivered), Is.EqualTo((false, false)));
    }

    [Test]
    public void A_replayed_packet_changes_nothing()
    {
        VersePair pair = VersePair.Open();
        pair.Client.Set(1, [1]);
        byte[] original = pair.Next(pair.Client, Instant.Zero).ToArray();
        Check(pair.Server, VerseError.None, original);
        pair.Server.Set(1, [1]);
        pair.Next(pair.Server, Instant.Zero);
        (long window, uint last) = (pair.Server.Sending.PeerWindow, unchecked((uint)pair.Server.Sending.InFlight.NextId - 1));
        byte[] replayed = [.. original[..PacketHeader.Size], (byte)CommandKind.Ack, (byte)(last >> 24), (byte)(last >> 16),
            (byte)(last >> 8), (byte)last];
        replayed[1] |= (byte)HeaderFlags.Ack;
        (replayed[2], replayed[3]) = (0, 0);
        Check(pair.Server, VerseError.Repeated, replayed);
        Assert.That((pair.Server.Counters.ValuesReceived, pair.Server.Sending.PeerWindow, pair.Server.Counters.PacketsAcked),
            Is.EqualTo((1L, window, 1L)));
    }

    private static void Check(VerseConnection end, VerseError expected, byte[] datagram) =>
        Assert.That(end.Receive(datagram, Instant.Zero), Is.EqualTo(expected));

    private static byte[] Header(HeaderFlags flags, uint id, uint ank)
    {
        byte[] bytes = new byte[PacketHeader.Size];
        new PacketHeader(flags, 0, id, 0, ank).Write(bytes);
        return bytes;
    }

    private static byte[] Forged(uint ank, params (bool IsAck, uint Id)[] verdicts)
    {
        byte[] bytes = new byte[PacketHeader.Size + CommandWriter.VerdictBytes * verdicts.Length];
        HeaderFlags flags = verdicts.Length > 0 ? HeaderFlags.Ank | HeaderFlags.Ack : HeaderFlags.Ank;
        new PacketHeader(flags, 0, 0, verdicts.Length > 0 ? 1u : 0, ank).Write(bytes);
        CommandWriter writer = new(bytes.AsSpan(PacketHeader.Size));
        foreach ((bool isAck, uint id) in verdicts)
            writer.Verdict(isAck ? CommandKind.Ack : CommandKind.Nak, id);
        return bytes;
    }
}
