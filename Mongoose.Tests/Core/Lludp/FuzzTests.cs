using Mongoose.Core.Lludp;

namespace Mongoose.Tests.Core.Lludp;

public class FuzzTests
{
    private const int VariantsPerMessage = 12;

    [Test]
    public void Each_mutated_datagram_yields_a_typed_result() => Mutate(100_000);

    [Test, Slow("a million datagrams are read and written again")]
    public void Each_of_a_million_mutated_datagrams_yields_a_typed_result() => Mutate(1_000_000);

    private static void Mutate(int datagrams)
    {
        byte[][] valid = Corpus();
        var random = new Random(20_26);
        byte[] buffer = new byte[8192], scratch = new byte[DatagramReader.ScratchBytes], copy = new byte[65536];
        int[] errors = new int[Enum.GetValues<LludpError>().Length];
        int read = 0, malformedMessages = 0, unknownMessages = 0;

        for (int n = 0; n < datagrams; n++)
        {
            // The array has exactly the datagram's length, so that reading beyond it throws. A short scratch sometimes makes decoding
            // overflow.
            ReadOnlySpan<byte> datagram = buffer.AsSpan(0, Mutate(random, valid, buffer));
            Span<byte> expanded = scratch.AsSpan(0, random.Next(4) == 0 ? 1000 : scratch.Length);
            LludpError error = DatagramReader.TryParse(datagram, expanded, out DatagramReader reader);
            errors[(int)error]++;
            if (error != LludpError.None)
                continue;

            for (int i = 0; i < reader.Acks.Count; i++)
                _ = reader.Acks[i];
            if (!Enum.IsDefined(reader.Message))
            {
                unknownMessages++;
                continue;
            }
            var w = new DatagramWriter(copy);
            if (!AnyMessage.TryCopy(reader.Message, reader.Body, ref w))
                malformedMessages++;
            else if (w.TryFinish(out _))
                read++;
            else
                Assert.Fail($"datagram {n}: the message that was read could not be written");
        }

        TestContext.Out.WriteLine(
            $"read {read}, malformed {malformedMessages}, unknown {unknownMessages}, by error {string.Join(' ', errors)}");
        Assert.That(read + malformedMessages + unknownMessages, Is.EqualTo(errors[(int)LludpError.None]));
        Assert.That(errors, Has.All.GreaterThan(datagrams / 1000), "every kind of error must have occurred");
        Assert.That(read, Is.GreaterThan(datagrams / 10));
        Assert.That(malformedMessages, Is.GreaterThan(datagrams / 100));
        Assert.That(unknownMessages, Is.GreaterThan(datagrams / 1000));
    }

    /// <summary>Each message several times: plain and zero-coded, with and without appended acks.</summary>
    private static byte[][] Corpus()
    {
        var corpus = new List<byte[]>();
        foreach (MessageId id in AnyMessage.All)
        {
            for (int variant = 0; variant < VariantsPerMessage; variant++)
            {
                void Write(ref DatagramWriter w) => AnyMessage.WriteRandom(id, new FieldSource(variant), ref w);
                byte[] datagram = variant % 2 == 0 ? Wire.Datagram(Write) : Wire.ZeroCodedDatagram(Write);
                int length = datagram.Length;
                Array.Resize(ref datagram, length + 64);
                if (variant % 3 == 0)
                    DatagramHeader.AppendAcks(datagram, ref length, [1, 2, 0xFFFFFFFF]);
                corpus.Add(datagram[..length]);
            }
        }
        return [.. corpus];
    }

    private static int Mutate(Random random, byte[][] valid, Span<byte> into)
    {
        byte[] one = valid[random.Next(valid.Length)];
        one.CopyTo(into);
        int length = one.Length;
        switch (random.Next(6))
        {
            case 0:
                FlipBits(random, into[..length], 1 + random.Next(8));
                return length;
            case 1:
                // Prefer the bytes that determine the format: flags, lengths, number, first fields.
                FlipBits(random, into[..Math.Min(length, 12)], 1 + random.Next(3));
                return length;
            case 2:
                return random.Next(length + 1);
            case 3:
                int more = random.Next(64);
                random.NextBytes(into.Slice(length, more));
                return length + more;
            case 4:
                byte[] other = valid[random.Next(valid.Length)];
                int from = random.Next(other.Length), at = random.Next(length);
                other.AsSpan(from).CopyTo(into[at..]);
                return at + other.Length - from;
            default:
                into[0] ^= (byte)(random.Next(2) == 0 ? PacketFlags.ZeroCoded : PacketFlags.AppendedAcks);
                return length;
        }
    }

    private static void FlipBits(Random random, Span<byte> bytes, int count)
    {
        for (int i = 0; i < count; i++)
            bytes[random.Next(bytes.Length)] ^= (byte)(1 << random.Next(8));
    }
}
