using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Playout;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Playout;

/// <summary>Sources whose numbers, timestamps, lengths and arrivals are false.</summary>
public sealed class PlayoutMutationTests
{
    private const int FrameMs = 20, Frames = 10_000, ManyFrames = 200_000;

    /// <summary>The maximum delay, the frames for which the buffer waits, and the time of the longest packet.</summary>
    private static readonly Duration Longest =
        PlayoutBuffer.MaxDelay + Duration.FromMilliseconds(FrameMs * (2 + PlayoutBuffer.MaxWaits) + AudioStore.MaxPacketMs);

    private static readonly AudioFormat[] Formats = [VoiceSource.L16, AudioFormat.Pcmu, AudioFormat.Opus, new(AudioCodec.L16, 48_000, 2)];

    [TestCaseSource(nameof(Formats))]
    public void No_packet_makes_the_delay_longer_than_the_buffer(AudioFormat format) => AssertBounded(format, Frames);

    [Slow("a million mutated packets for each format")]
    [TestCaseSource(nameof(Formats))]
    public void A_million_packets_make_no_delay_longer_than_the_buffer(AudioFormat format) => AssertBounded(format, ManyFrames);

    private static void AssertBounded(AudioFormat format, int frames)
    {
        PlayoutState worst = default;
        for (int seed = 1; seed <= 4; seed++)
            worst = Worst(worst, format, seed, frames / 4);
        TestContext.Out.WriteLine(worst);
        Assert.That(worst.Delay, Is.InRange(Duration.Zero, Longest));
        Assert.That(worst.Frames, Is.GreaterThan(frames / 20), "much is heard");
        Assert.That(worst.Unheard + worst.Held + worst.Ended + worst.Frames, Is.LessThanOrEqualTo(frames));
    }

    private static PlayoutState Worst(PlayoutState worst, AudioFormat format, int seed, int frames)
    {
        Random random = new(seed);
        PlayoutBuffer buffer = new(format, Duration.FromMilliseconds(FrameMs));
        int ticks = format.ClockRate / 1000 * FrameMs;
        byte[] payload = new byte[ticks * Math.Max(format.SampleBytes, 1) * 13];
        (ushort number, uint timestamp) = (0, 0);
        for (int frame = 0; frame < frames; frame++)
        {
            Instant now = Instant.FromMilliseconds(1000 + frame * FrameMs);
            for (int i = random.Next(frame / 500 % 2 == 0 ? 3 : 11); i > 0; i--)
            {
                RtpHeader header = new(0, false, number++, timestamp, 7);
                timestamp += (uint)ticks;
                buffer.Arrived(Mutate(header, format, random), PayloadOf(payload, format, ticks, random), now);
            }
            buffer.Next(random.Next(4) == 0, now);
            while (buffer.TryTake(out _))
            {
            }
            worst = worst with { Delay = Duration.Max(worst.Delay, buffer.State.Delay) };
        }
        PlayoutState end = buffer.State;
        return end with
        {
            Delay = worst.Delay,
            Frames = worst.Frames + end.Frames,
            Missing = worst.Missing + end.Missing,
            Outage = worst.Outage + end.Outage,
            Held = worst.Held + end.Held,
            Ended = worst.Ended + end.Ended,
        };
    }

    private static RtpHeader Mutate(in RtpHeader header, AudioFormat format, Random random) => random.Next(8) switch
    {
        0 => header with { Timestamp = header.Timestamp ^ (1u << random.Next(32)) },
        1 => header with { Timestamp = header.Timestamp + (uint)random.Next(-format.ClockRate, format.ClockRate) },
        2 => header with { Number = (ushort)(header.Number ^ (1 << random.Next(16))) },
        3 => header with
        {
            Number = (ushort)(header.Number - random.Next(50)),
            Timestamp = header.Timestamp - (uint)random.Next(format.ClockRate),
        },
        _ => header,
    };

    /// <summary>A frame, or audio of another length; of Opus only the first bytes matter.</summary>
    private static ReadOnlySpan<byte> PayloadOf(byte[] payload, AudioFormat format, int ticks, Random random)
    {
        if (format.SampleBytes == 0)
        {
            (payload[0], payload[1]) = random.Next(4) == 0 ? ((byte)random.Next(256), (byte)random.Next(64)) : ((byte)8, (byte)0);
            return payload.AsSpan(0, 8);
        }
        int bytes = ticks * format.SampleBytes;
        return payload.AsSpan(0, random.Next(8) switch { 0 => random.Next(bytes), 1 => random.Next(payload.Length), _ => bytes });
    }
}
