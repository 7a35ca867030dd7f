using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Voice.Playout;

public sealed class PlayoutDriftTests
{
    private const double TenMinutes = 600_000;

    [Test]
    public void Drift_costs_no_more_frames_than_it_has_and_the_delay_does_not_grow(
        [Values(-1000, -300, -50, 50, 300, 1000)] int partsPerMillion, [Values] bool hasQuietFrames, [Values] bool isOpus)
    {
        AudioFormat format = isOpus ? AudioFormat.Opus : VoiceSource.L16;
        VoiceSource source = new()
        {
            Format = format,
            PacketTicks = _ => format.ClockRate / 50,
            PartsPerMillion = partsPerMillion,
            DelayMs = (draws, _) => 2 * draws.NextDouble(),
        };
        PlayoutRun run = PlayoutRun.Play(format, source.Packets(TenMinutes), TenMinutes, 20, now => hasQuietFrames && now % 1000 < 20);
        double frames = Math.Abs(partsPerMillion) / 1e6 * TenMinutes / 20;
        Assert.Multiple(() =>
        {
            Assert.That(run.State.Skipped + run.State.Held, Is.LessThanOrEqualTo(frames + 4), $"{run.State}");
            Assert.That(run.State.Missing, Is.LessThanOrEqualTo(3), $"{run.State}");
            Assert.That(run.Delays.Max(), Is.LessThanOrEqualTo(50));
            Assert.That(run.DelayPercentile(0.95), Is.LessThanOrEqualTo(hasQuietFrames ? 44 : 50));
        });
    }

    [Test]
    public void Frames_are_left_out_and_held_in_quiet_frames_if_there_are_any([Values(-300, 300)] int partsPerMillion)
    {
        VoiceSource source = new() { PartsPerMillion = partsPerMillion, DelayMs = (draws, _) => draws.NextDouble() };
        PlayoutRun run = PlayoutRun.Play(source.Format, source.Packets(TenMinutes), TenMinutes - 100, 20, now => now % 1000 < 20);
        for (int i = 500; i < run.States.Count; i++)
        {
            if (run.States[i].Skipped + run.States[i].Held > run.States[i - 1].Skipped + run.States[i - 1].Held)
                Assert.That(i * 20 % 1000, Is.LessThan(20), $"frame {i}");
        }
        Assert.That(run.State.Skipped + run.State.Held, Is.GreaterThan(5));
    }
}
