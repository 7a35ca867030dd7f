using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Playout;
using Mongoose.Voice.Rtp;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Playout;

public sealed class PlayoutDisturbanceTests
{
    [Test]
    public void A_lost_packet_is_a_missing_frame_and_does_not_change_the_delay()
    {
        VoiceSource source = new() { Loss = 0.1 };
        PlayoutRun run = PlayoutRun.Play(source.Format, source.Packets(60_000), 59_900);
        Assert.Multiple(() =>
        {
            Assert.That(run.State.Missing, Is.InRange(250, 350));
            Assert.That(run.State.Held + run.State.Skipped, Is.LessThanOrEqualTo(1));
            Assert.That(run.DelayPercentile(1), Is.LessThan(21));
        });
    }

    [Test]
    public void Swapped_packets_are_played_in_order_after_a_second()
    {
        VoiceSource source = new() { DelayMs = (draws, _) => draws.Next(10) == 0 ? 45 : 0 };
        PlayoutRun run = PlayoutRun.Play(source.Format, source.Packets(30_000), 29_900);
        Assert.That(run.State.Missing, Is.EqualTo(run.States[50].Missing));
        Assert.That(run.State.Skipped, Is.Zero);
        Assert.That(run.State.Missing, Is.LessThan(6));
    }

    [Test]
    public void Duplicates_change_nothing([Values(0, 30, 90)] int afterMs)
    {
        List<SentPacket> packets = new VoiceSource().Packets(5000);
        IEnumerable<SentPacket> again = packets.Select(packet => packet with { ArrivalMs = packet.ArrivalMs + afterMs });
        List<SentPacket> twice = [.. packets.Concat(again).OrderBy(packet => packet.ArrivalMs)];
        PlayoutRun once = PlayoutRun.Play(VoiceSource.L16, packets, 6000), run = PlayoutRun.Play(VoiceSource.L16, twice, 6000);
        Assert.That(run.Kinds, Is.EqualTo(once.Kinds));
        Assert.That(run.Samples, Is.EqualTo(once.Samples));
        Assert.That(run.State, Is.EqualTo(once.State));
    }

    [Test]
    public void A_source_that_stops_is_missing_for_three_frames_and_then_idle()
    {
        PlayoutRun run = PlayoutRun.Play(VoiceSource.L16, new VoiceSource().Packets(1000), 5000);
        int end = run.Kinds.LastIndexOf(PlayoutKind.Audio);
        Assert.That(run.Kinds.Skip(end + 1).Take(3), Is.All.EqualTo(PlayoutKind.Missing));
        Assert.That(run.Kinds.Skip(end + 4), Is.All.EqualTo(PlayoutKind.Idle));
        Assert.That((run.State.Missing, run.State.Ended), Is.EqualTo((0, PlayoutBuffer.MaxWaits)), "a pause is no loss");
    }

    [Test]
    public void An_outage_counts_when_the_source_is_heard_again()
    {
        IReadOnlyList<SentPacket> packets = new VoiceSource().Packets(3000);
        List<SentPacket> heard = [.. packets.Where(packet => packet.ArrivalMs is < 1000 or >= 2000)];
        PlayoutState state = PlayoutRun.Play(VoiceSource.L16, heard, 4000).State;
        Assert.That(state.Unheard, Is.EqualTo(packets.Count - heard.Count).Within(PlayoutBuffer.MaxWaits), $"{state}");
    }

    [Test]
    public void The_last_part_of_a_frame_is_played_with_silence_after_it()
    {
        PlayoutRun run = PlayoutRun.Play(VoiceSource.L16, new VoiceSource { PacketTicks = _ => 100 }.Packets(1000), 2000);
        Assert.That(run.Samples.Take(8000), Is.EqualTo(Enumerable.Range(1, 8000)));
        PlayoutRun odd = PlayoutRun.Play(VoiceSource.L16, new VoiceSource { PacketTicks = _ => 90 }.Packets(1000), 2000);
        Assert.That(odd.Samples.TakeWhile(sample => sample > 0), Is.EqualTo(Enumerable.Range(1, 88 * 90)));
    }

    [Test]
    public void Talk_spurts_keep_their_delay_and_lose_nothing([Values] bool isOpus)
    {
        AudioFormat format = isOpus ? AudioFormat.Opus : VoiceSource.L16;
        VoiceSource source = new()
        {
            Format = format,
            PacketTicks = _ => format.ClockRate / 50,
            Talks = ms => ms % 2000 < 1000,
            DelayMs = (draws, _) => 30 * draws.NextDouble(),
        };
        List<SentPacket> packets = source.Packets(60_000);
        PlayoutRun run = PlayoutRun.Play(format, packets, 61_000);
        int played = isOpus ? run.Samples.Count : run.Samples.Count(sample => sample != 0) / 160;
        Assert.Multiple(() =>
        {
            Assert.That(played, Is.GreaterThanOrEqualTo(packets.Count - 5));
            Assert.That(run.Count(PlayoutKind.Missing), Is.LessThan(3 * 30 + 10));
            Assert.That(run.DelayPercentile(0.99), Is.LessThan(75));
        });
    }

    [TestCase(0u, 500, TestName = "Timestamps_stand_still_in_a_pause")]
    [TestCase(4_000_000_000u, 500, TestName = "Timestamps_jump_in_a_pause")]
    [TestCase(123_456u, 0, TestName = "Timestamps_jump_forward_without_a_pause")]
    [TestCase(8_000u * 4, 0, TestName = "Timestamps_jump_by_four_seconds")]
    [TestCase(uint.MaxValue - 100_000u, 0, TestName = "Timestamps_jump_back_without_a_pause")]
    [TestCase(uint.MaxValue - 1_000u, 0, TestName = "Timestamps_jump_back_a_little")]
    public void A_source_with_other_timestamps_is_heard_again_within_200_ms(uint jump, int pauseMs)
    {
        List<SentPacket> before = new VoiceSource().Packets(5000);
        RtpHeader last = before[^1].Header;
        VoiceSource source = new()
        {
            StartMs = 5003 + pauseMs,
            FirstNumber = (ushort)(last.Number + 1),
            FirstTimestamp = last.Timestamp + 160 + jump,
            FirstSample = 40_001,
        };
        AssertRecovery(before, source, pauseMs);
    }

    [TestCase(7u, 99, 99u)]
    [TestCase(8u, 99, 99u)]
    [TestCase(8u, 99, 0u)]
    [TestCase(7u, 0, 40_000u - 4000u - 1)]
    public void A_restarted_source_is_heard_again_within_200_ms(uint ssrc, int number, uint timestamp)
    {
        List<SentPacket> before = new VoiceSource().Packets(5000);
        VoiceSource source =
            new() { StartMs = 5003, Ssrc = ssrc, FirstNumber = (ushort)number, FirstTimestamp = timestamp, FirstSample = 40_001 };
        AssertRecovery(before, source, 0);
    }

    private static void AssertRecovery(List<SentPacket> before, VoiceSource source, int pauseMs)
    {
        PlayoutRun run = PlayoutRun.Play(VoiceSource.L16, [.. before, .. source.Packets(5000)], 9900 + pauseMs);
        int recovered = (5003 + pauseMs + 200) / 20 + 1;
        Assert.Multiple(() =>
        {
            Assert.That(run.Kinds.Skip(recovered).Take(200), Is.All.EqualTo(PlayoutKind.Audio));
            Assert.That(run.DelayPercentile(1, recovered * 20), Is.LessThan(45));
            Assert.That(run.Samples.Where(sample => sample > 40_000).Min(), Is.LessThanOrEqualTo(40_000 + 8 * 60));
            Assert.That(run.Breaks(), Is.LessThanOrEqualTo(1));
        });
    }

    [Test]
    public void After_a_stall_of_the_path_the_delay_is_limited_and_shrinks_again()
    {
        VoiceSource source = new() { DelayMs = (_, sentMs) => sentMs is > 3000 and < 3700 ? 3700 - sentMs : 0 };
        PlayoutRun run = PlayoutRun.Play(source.Format, source.Packets(30_000), 29_900);
        Assert.That(run.DelayPercentile(1), Is.LessThan(700), "the first packets of a stall were sent long ago");
        Assert.That(run.DelayPercentile(0.99, 4000), Is.LessThanOrEqualTo(PlayoutBuffer.MaxDelay.Milliseconds + 40));
        Assert.That(run.DelayPercentile(0.99, 28_500), Is.LessThanOrEqualTo(45));
    }

    [Test]
    public void Hours_of_silence_and_of_speech_wrap_without_a_trace()
    {
        const double Hour = 3_600_000;
        VoiceSource source = new() { Talks = ms => ms is < 2000 or > 13 * Hour, PacketTicks = _ => 1600, FirstTimestamp = 0xfff00000 };
        List<SentPacket> packets = source.Packets(13 * Hour + 2000);
        PlayoutRun run = PlayoutRun.Play(source.Format, packets, 13 * Hour + 1900, 60);
        Assert.That(run.Kinds.Count(kind => kind == PlayoutKind.Audio), Is.InRange(60, 67));
        Assert.That(run.Breaks(), Is.EqualTo(1 + run.Samples.Count(sample => sample == 0)).Within(2));
    }

    [ForAll(MaxTest = 300, Replay = "20261124,3")]
    public void Whatever_arrives_counters_add_up_and_a_sane_source_is_heard_again(int seed)
    {
        Random random = new(seed);
        AudioFormat format = random.Next(2) == 0 ? AudioFormat.Opus : VoiceSource.L16;
        List<SentPacket> hostile = [];
        for (double ms = 0; ms < 3000; ms += 30 * random.NextDouble())
        {
            uint timestamp = random.Next(3) switch
            {
                0 => (uint)random.NextInt64(uint.MaxValue),
                1 => (uint)(ms * 8),
                _ =>
                (uint)(random.Next(20) * 1000)
            };
            RtpHeader header =
                new(97, random.Next(2) == 0, (ushort)random.Next(random.Next(2) == 0 ? 20 : 65_536), timestamp, (uint)random.Next(2));
            byte[] payload = new byte[random.Next(random.Next(4) == 0 ? 1500 : 200)];
            random.NextBytes(payload);
            hostile.Add(new SentPacket(header, payload, ms));
        }
        VoiceSource source = new() { Format = format, PacketTicks = _ => format.ClockRate / 50, StartMs = 3003 };
        PlayoutRun run = PlayoutRun.Play(format, [.. hostile, .. source.Packets(5000)], 8000, 20, _ => random.Next(2) == 0);
        Assert.That(run.Kinds.Skip(3220 / 20).Take(200), Is.All.EqualTo(PlayoutKind.Audio), $"{run.State}");
        AssertCounters(run);
    }

    private static void AssertCounters(PlayoutRun run)
    {
        Assert.That(run.State.Frames, Is.EqualTo(run.Count(PlayoutKind.Audio)));
        for (int i = 0, missing = 0; i < run.Kinds.Count; i++)
        {
            missing += run.Kinds[i] == PlayoutKind.Missing ? 1 : 0;
            long pending = missing - run.States[i].Missing - run.States[i].Held - run.States[i].Ended;
            Assert.That(pending, Is.InRange(0, run.Kinds[i] == PlayoutKind.Missing ? PlayoutBuffer.MaxWaits : 0), $"frame {i}");
        }
    }

    [ForAll(MaxTest = 50, Replay = "20261124,7")]
    public void Each_frame_of_the_source_is_played_missing_or_left_out(int seed)
    {
        Random random = new(seed);
        double jitterMs = 80 * random.NextDouble();
        VoiceSource source = new()
        {
            Seed = seed,
            PartsPerMillion = random.Next(-1000, 1000),
            Loss = 0.1 * random.NextDouble(),
            DelayMs = (draws, _) => jitterMs * draws.NextDouble(),
        };
        PlayoutRun run = PlayoutRun.Play(source.Format, source.Packets(30_000), 31_000, 20, _ => random.Next(20) == 0);
        AssertCounters(run);
        PlayoutState state = run.State;
        Assert.That(state.Frames + state.Missing + state.Skipped, Is.EqualTo(1500).Within(12), $"{state}");
    }

    [Test]
    public void Packets_and_frames_allocate_nothing([Values] bool isOpus)
    {
        AudioFormat format = isOpus ? AudioFormat.Opus : VoiceSource.L16;
        VoiceSource source = new()
        {
            Format = format,
            PacketTicks = _ => format.ClockRate / 50,
            Loss = 0.05,
            DelayMs = (draws, _) =>
            80 * draws.NextDouble()
        };
        List<SentPacket> packets = source.Packets(10_000);
        PlayoutBuffer buffer = new(format, Duration.FromMilliseconds(20));
        double start = 0;
        long bytes = Allocation.FewestBytes(() =>
        {
            int arrived = 0;
            for (double now = 0; now < 10_000; now += 20)
            {
                for (; arrived < packets.Count && packets[arrived].ArrivalMs <= now; arrived++)
                    buffer.Arrived(packets[arrived].Header, packets[arrived].Payload,
                        Instant.FromMilliseconds(start + packets[arrived].ArrivalMs));
                buffer.Next(now % 100 < 20, Instant.FromMilliseconds(start + now));
                while (buffer.TryTake(out _))
                {
                }
            }
            start += 10_000;
        });
        Assert.That(bytes, Is.Zero);
        Assert.That(buffer.State.Frames, Is.GreaterThan(1500));
    }
}
