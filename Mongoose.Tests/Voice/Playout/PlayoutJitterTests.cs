using Mongoose.Voice.Audio;
using Mongoose.Voice.Playout;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Playout;

public sealed class PlayoutJitterTests
{
    private static readonly int[] FrameTimes = [10, 20, 40, 60];

    private static double Uniform(Random random, double most) => most * random.NextDouble();

    [Test]
    public void A_new_voice_is_heard_in_the_next_frame([Values(0.5, 10, 19.5)] double startMs)
    {
        VoiceSource source = new() { StartMs = 1000 + startMs };
        PlayoutRun run = PlayoutRun.Play(source.Format, source.Packets(1000), 3000);
        Assert.That(run.Kinds.IndexOf(PlayoutKind.Audio), Is.EqualTo(52), "the packet comes 20 ms after its first sample");
    }

    [ForAll(MaxTest = 100, Replay = "20261124,1")]
    public void Without_jitter_and_drift_all_samples_come_once_from_the_first_on(int seed)
    {
        Random random = new(seed);
        VoiceSource source = new() { Seed = seed, StartMs = Uniform(random, 40), PacketTicks = PacketSizes(random) };
        int frameMs = FrameTimes[random.Next(FrameTimes.Length)];
        PlayoutRun run = PlayoutRun.Play(source.Format, source.Packets(8000), 7500, frameMs, _ => seed % 2 == 0);
        Assert.Multiple(() =>
        {
            Assert.That(run.Samples.Where(sample => sample > 0), Is.EqualTo(Enumerable.Range(1, run.Samples.Count(sample => sample > 0))));
            Assert.That(run.Samples.Count(sample => sample == 0), Is.LessThan(1000), "silence while the delay settles");
            Assert.That(run.State.Missing + run.State.Skipped + run.State.Late, Is.Zero, $"{run.State}");
            Assert.That(run.Samples, Has.Count.GreaterThan(8 * 7000));
        });
    }

    [ForAll(MaxTest = 100, Replay = "20261124,5")]
    public void With_jitter_all_samples_come_once_after_the_delay_has_settled(int seed)
    {
        Random random = new(seed);
        double jitterMs = Uniform(random, 60);
        VoiceSource source = new()
        {
            Seed = seed,
            StartMs = Uniform(random, 40),
            PacketTicks = PacketSizes(random),
            DelayMs = (draws, _) => Uniform(draws, jitterMs),
        };
        int frameMs = FrameTimes[random.Next(FrameTimes.Length)];
        PlayoutRun run = PlayoutRun.Play(source.Format, source.Packets(60_000), 59_500, frameMs);
        int settled = 10_000 / frameMs;
        PlayoutState before = run.States[settled], after = run.State;
        Assert.Multiple(() =>
        {
            Assert.That(after.Missing - before.Missing, Is.LessThanOrEqualTo(2), $"{before} {after}");
            Assert.That(after.Skipped - before.Skipped, Is.LessThanOrEqualTo(1));
            Assert.That(run.DelayPercentile(0.99, 10_000), Is.LessThan(jitterMs + 2 * frameMs + 5 + 120));
        });
    }

    [Test]
    public void An_even_source_with_host_jitter_has_a_delay_of_at_most_40_ms([Range(0, 20, 2)] int startMs, [Values] bool isQuiet)
    {
        Random random = new(startMs);
        VoiceSource source = new() { StartMs = startMs, DelayMs = (draws, _) => Uniform(draws, 1) };
        PlayoutRun run = PlayoutRun.Play(source.Format, source.Packets(60_000), 59_500, 20, _ => isQuiet, () => Uniform(random, 1));
        Assert.Multiple(() =>
        {
            Assert.That(run.DelayPercentile(0.95), Is.LessThanOrEqualTo(40));
            Assert.That(run.Breaks(), Is.Zero);
            Assert.That(run.State.Held, Is.LessThanOrEqualTo(2));
        });
    }

    [Test]
    public void Bursts_of_three_packets_every_60_ms_are_held_for_60_ms_and_nothing_is_lost([Range(0, 18, 3)] int startMs)
    {
        VoiceSource source =
            new() { StartMs = startMs, DelayMs = (draws, sentMs) => 60 - (sentMs - startMs + 1e-6) % 60 + Uniform(draws, 2) };
        PlayoutRun run = PlayoutRun.Play(source.Format, source.Packets(60_000), 59_500);
        Assert.Multiple(() =>
        {
            Assert.That(run.Breaks(), Is.Zero);
            Assert.That(run.State.Missing + run.State.Skipped, Is.Zero);
            Assert.That(run.States[50].Held, Is.EqualTo(run.State.Held), "after the first second no frame is held");
            Assert.That(run.DelayPercentile(0.95), Is.LessThanOrEqualTo(82));
            Assert.That(run.DelayPercentile(0.5), Is.LessThanOrEqualTo(60));
        });
    }

    [TestCase(341)]
    [TestCase(1)]
    [TestCase(1600)]
    [TestCase(80)]
    public void Packets_of_any_size_give_one_payload_per_frame(int ticks)
    {
        VoiceSource source = new() { PacketTicks = _ => ticks, DelayMs = (draws, _) => Uniform(draws, 0.1) };
        PlayoutRun run = PlayoutRun.Play(source.Format, source.Packets(5000), 4700);
        Assert.That(run.Breaks(), Is.Zero);
        Assert.That(run.Samples, Has.Count.EqualTo(160 * run.Count(PlayoutKind.Audio)));
        Assert.That(run.Samples, Has.Count.GreaterThan(4400 * 8));
    }

    [Test]
    public void The_delay_shrinks_when_the_jitter_is_over([Values] bool isQuiet)
    {
        VoiceSource source = new() { DelayMs = (draws, sentMs) => sentMs < 5000 ? Uniform(draws, 100) : 1 };
        PlayoutRun run = PlayoutRun.Play(source.Format, source.Packets(40_000), 39_000, 20, _ => isQuiet);
        Assert.Multiple(() =>
        {
            Assert.That(run.DelayPercentile(0.5, 4000), Is.LessThan(45));
            Assert.That(run.DelayPercentile(0.99, isQuiet ? 16_000 : 30_000), Is.LessThan(45));
            Assert.That(run.State.Missing, Is.LessThan(10));
        });
    }

    [Test]
    public void Formats_of_one_byte_and_of_two_channels_are_cut_at_samples()
    {
        foreach (AudioFormat format in new[] { AudioFormat.Pcmu, AudioFormat.Pcma, new AudioFormat(AudioCodec.L16, 48_000, 2) })
        {
            VoiceSource source = new() { Format = format, PacketTicks = draws => draws.Next(1, 400) };
            PlayoutRun run = PlayoutRun.Play(format, source.Packets(2000), 1900);
            Assert.That(run.State.Frames, Is.GreaterThan(85), $"{format}");
            Assert.That(run.State.Missing, Is.Zero, $"{format}");
        }
    }

    private static Func<Random, int> PacketSizes(Random random) => random.Next(4) switch
    {
        0 => _ => 160,
        1 => _ => 341,
        2 => draws => draws.Next(2) == 0 ? 160 : 21,
        _ => draws => draws.Next(1, 400),
    };
}
