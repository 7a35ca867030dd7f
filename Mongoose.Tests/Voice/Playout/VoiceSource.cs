using System.Buffers.Binary;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Playout;

/// <summary>A packet and when it arrives.</summary>
internal sealed record SentPacket(RtpHeader Header, byte[] Payload, double ArrivalMs);

/// <summary>
/// Makes the packets of a simulated source. Samples are counted from 1: L16 carries the count itself, so that a frame shows which samples
/// it has; a packet of Opus carries the number of its first tick.
/// </summary>
internal sealed record VoiceSource
{
    public static readonly AudioFormat L16 = new(AudioCodec.L16, 8000, 1);

    public AudioFormat Format { get; init; } = L16;

    /// <summary>By how much the source's clock is too fast.</summary>
    public double PartsPerMillion { get; init; }

    public Func<Random, int> PacketTicks { get; init; } = _ => 160;

    /// <summary>Delay of a packet, given when it is sent.</summary>
    public Func<Random, double, double> DelayMs { get; init; } = (_, _) => 0;

    public double Loss { get; init; }

    public double StartMs { get; init; } = 3;

    /// <summary>Whether the source sends, given the time.</summary>
    public Func<double, bool> Talks { get; init; } = _ => true;

    public uint FirstTimestamp { get; init; } = uint.MaxValue - 4000;

    public ushort FirstNumber { get; init; } = ushort.MaxValue - 10;

    public uint Ssrc { get; init; } = 7;

    public int FirstSample { get; init; } = 1;

    public int Seed { get; init; } = 1;

    /// <summary>The packets of a time, by arrival.</summary>
    public List<SentPacket> Packets(double ms)
    {
        Random random = new(Seed);
        List<SentPacket> packets = [];
        ushort number = FirstNumber;
        for (long tick = 0; ;)
        {
            int ticks = PacketTicks(random);
            double sentMs = StartMs + (tick + ticks) * 1000.0 / Format.ClockRate / (1 + PartsPerMillion / 1e6);
            if (sentMs > StartMs + ms)
                break;
            if (Talks(sentMs))
            {
                RtpHeader header = new(97, false, number++, FirstTimestamp + (uint)tick, Ssrc);
                double arrivalMs = sentMs + DelayMs(random, sentMs);
                if (random.NextDouble() >= Loss)
                    packets.Add(new SentPacket(header, Payload(FirstSample + (int)tick, ticks), arrivalMs));
            }
            tick += ticks;
        }
        return [.. packets.OrderBy(packet => packet.ArrivalMs)];
    }

    private byte[] Payload(int first, int ticks)
    {
        if (Format.SampleBytes == 0)
            return OpusPayload(first, ticks);
        byte[] payload = new byte[ticks * Format.SampleBytes];
        for (int i = 0; i < ticks; i++)
        {
            if (Format.SampleBytes == 1)
                payload[i] = (byte)(first + i);
            else
                BinaryPrimitives.WriteUInt16BigEndian(payload.AsSpan(2 * i), (ushort)(first + i));
        }
        return payload;
    }

    private static byte[] OpusPayload(int first, int ticks)
    {
        byte[] payload = new byte[8];
        // SILK packets of 10, 20, 40 and 60 ms; CELT packets of 2.5 and 5 ms (RFC 6716 section 3.1).
        int configuration = ticks switch
        {
            120 => 16,
            240 => 17,
            480 => 0,
            960 => 1,
            1920 => 2,
            2880 => 3,
            _ =>
            throw new ArgumentOutOfRangeException(nameof(ticks))
        };
        payload[0] = (byte)(configuration << 3);
        BinaryPrimitives.WriteInt32BigEndian(payload.AsSpan(4), first);
        return payload;
    }
}
