using System.Buffers.Binary;
using Mongoose.Core.Units;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;
using Mongoose.Voice.Trunks;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>A million datagrams of any content, from a client and a neighbour, into a conference of others.</summary>
public class HostileInputTests
{
    private const int Datagrams = 1_000_000, MaxBytes = 1500, Seconds = 20;

    /// <summary>A usual name, long ones with characters of 1 to 4 bytes, and one that is not UTF-8.</summary>
    private static readonly byte[][] Names =
    [
        "a@host"u8.ToArray(), Enumerable.Repeat((byte)'a', 255).ToArray(),
        [.. Enumerable.Repeat("\u20ac"u8.ToArray(), 85).SelectMany(character => character)],
        [(byte)'a', .. Enumerable.Repeat("\U0001f600"u8.ToArray(), 63).SelectMany(character => character)],
            Enumerable.Repeat((byte)0xff, 255).ToArray(),
    ];

    [Test]
    [NonParallelizable] // It measures the memory of the process.
    public void Mutated_datagrams_disturb_no_voice_of_other_peers_and_fill_no_memory()
    {
        using ConferenceRig rig = new();
        Conference mixer = rig.Add(1, ConferenceRig.Mixer("hostile neighbour"),
            ConferenceRig.Client("hostile client", PeerForm.Separate) with { Rule = "steady" },
            ConferenceRig.Client("a", PeerForm.Separate), ConferenceRig.Client("b", PeerForm.Separate));
        RigClient a = rig.Attach(mixer, 2, 11), b = rig.Attach(mixer, 3, 12);
        List<byte[]> seen = [];
        rig.Listen(mixer, 0, (datagram, _) => Keep(seen, datagram));
        rig.Listen(mixer, 1, (datagram, _) => Keep(seen, datagram));
        short[] fromA = a.SayNoise(Seconds, 1), fromB = b.SayNoise(Seconds, 2);
        rig.Run(1);
        seen.AddRange(Valid());
        Random random = new(1);
        byte[] datagram = new byte[MaxBytes];
        long before = 0, after = 0;
        int slices = (Seconds - 1) * 50;
        for (int slice = 0; slice < slices; slice++)
        {
            for (int i = 0; i < Datagrams / slices; i++)
                mixer.Received(random.Next(2), Mutate(datagram, seen[random.Next(seen.Count)], random), rig.Now);
            rig.Run(0.02);
            if (slice == slices / 2)
                before = Allocation.HeldBytes();
        }
        after = Allocation.HeldBytes();
        rig.Run(2);
        Assert.Multiple(() =>
        {
            Assert.That(HeardVoices.Residual(ToInts(b.Heard[a.Ssrc]), fromA), Is.Zero);
            Assert.That(HeardVoices.Residual(ToInts(a.Heard[b.Ssrc]), fromB), Is.Zero);
            Assert.That(after - before, Is.LessThan(20_000_000), "bytes");
            Assert.That(mixer.StateOf(0).Refused + mixer.StateOf(1).Refused, Is.GreaterThan(Datagrams / 10));
            Assert.That(mixer.StateOf(0).MaxDelay, Is.InRange(Duration.Zero, Duration.FromSeconds(1)));
            Assert.That(mixer.StateOf(1).MaxDelay, Is.InRange(Duration.Zero, Duration.FromSeconds(1)));
        });
    }

    /// <summary>Few are kept, so that memory does not grow by them.</summary>
    private static void Keep(List<byte[]> seen, ReadOnlySpan<byte> datagram)
    {
        if (seen.Count < 300)
            seen.Add(datagram.ToArray());
    }

    private static ReadOnlySpan<byte> Mutate(byte[] datagram, byte[] valid, Random random)
    {
        int kind = random.Next(10), length = kind == 0 ? random.Next(MaxBytes + 1) : valid.Length;
        if (kind == 0)
            random.NextBytes(datagram.AsSpan(0, length));
        valid.AsSpan(0, Math.Min(valid.Length, length)).CopyTo(datagram);
        for (int changes = random.Next(4); changes > 0 && length > 0; changes--)
            datagram[random.Next(random.Next(2) == 0 ? Math.Min(length, 40) : length)] = (byte)random.Next(256);
        return datagram.AsSpan(0, kind == 1 ? random.Next(length + 1) : length);
    }

    private static IEnumerable<byte[]> Valid()
    {
        byte[] datagram = new byte[MaxBytes];
        for (int i = 0; i < 30; i++)
        {
            yield return datagram[..TrunkControl.Write(datagram, 77, new Hello((uint)(70 + i), (uint)i, (byte)i, (uint)i, 20))];
            yield return datagram[..TrunkControl.Write(datagram, 77,
                [new SourceNotice((uint)i, 5, 6, $"name {i}", $"team {i}", new(i, 2, 3), i, i % 2 == 0, i % 3 == 0)], out _)];
            yield return datagram[..Feedback(datagram, i)];
            yield return datagram[..RtpPacket.Write(datagram,
                new RtpHeader((byte)(i % 2 * 97), false, (ushort)i, (uint)i * 160, (uint)(1000 + i % 3)), [], new byte[160 * (1 + i % 2)])];
            yield return datagram[..SourceDescription.Write(datagram, (uint)(1000 + i % 3), Names[i % Names.Length])];
            yield return datagram[..SourceDescription.WriteGoodbye(datagram, (uint)(1000 + i % 3))];
            TrunkWriter writer = new(datagram, (ushort)i, (uint)i * 960, 77);
            writer.TryAdd(new TrunkStream((uint)(200 + i), ConferenceRig.L16, 10, false, TrunkFade.None), new byte[320]);
            yield return datagram[..writer.Length];
        }
    }

    private static int Feedback(byte[] datagram, int i)
    {
        CongestionFeedbackWriter writer = new(datagram, 77);
        writer.TryAdd((uint)(i * 7), (ushort)(i * 100), 50);
        for (int number = 0; number < 50; number++)
            writer.Mark((ushort)(i * 100 + number), Duration.FromMilliseconds(number));
        int bytes = writer.End((uint)i << 16);
        if (i % 2 == 1) // A count that is a lie.
            BinaryPrimitives.WriteUInt16BigEndian(datagram.AsSpan(14), (ushort)(i * 1000));
        return bytes;
    }

    private static int[] ToInts(List<HeardPacket> stream) =>
        stream.SelectMany(packet => packet.Samples).Select(sample => (int)sample).ToArray();
}
