using Mongoose.Voice.Audio;
using Mongoose.Voice.Playout;

namespace Mongoose.Tests.Voice.Playout;

public sealed class OpusPlayoutTests
{
    // Configuration, code and number of frames of RFC 6716 section 3; ticks of 48 kHz.
    [TestCase(new byte[] { 0 << 3 }, 480)]
    [TestCase(new byte[] { 3 << 3 }, 2880)]
    [TestCase(new byte[] { 11 << 3 | 1 }, 5760)]
    [TestCase(new byte[] { 12 << 3 }, 480)]
    [TestCase(new byte[] { 15 << 3 | 2 }, 1920)]
    [TestCase(new byte[] { 16 << 3 }, 120)]
    [TestCase(new byte[] { 31 << 3 }, 960)]
    [TestCase(new byte[] { 31 << 3 | 3, 6 }, 5760)]
    [TestCase(new byte[] { 31 << 3 | 3, 7 }, 0)]
    [TestCase(new byte[] { 31 << 3 | 3, 0xc0 }, 0)]
    [TestCase(new byte[] { 31 << 3 | 3 }, 0)]
    [TestCase(new byte[0], 0)]
    public void The_time_of_a_packet_is_in_its_first_bytes(byte[] packet, int ticks) =>
        Assert.That(OpusPacket.Ticks(packet), Is.EqualTo(ticks));

    [Test]
    public void Whole_packets_come_once_and_in_order(
        [Values(120, 480, 960, 1920, 2880)] int ticks, [Values(10, 20, 40, 60)] int frameMs, [Values(0, 50)] int jitterMs)
    {
        VoiceSource source =
            new() { Format = AudioFormat.Opus, PacketTicks = _ => ticks, DelayMs = (draws, _) => jitterMs * draws.NextDouble() };
        PlayoutRun run = PlayoutRun.Play(AudioFormat.Opus, source.Packets(20_000), 19_800, frameMs);
        int[] steps = [.. run.Samples.Zip(run.Samples.Skip(1), (a, b) => b - a)];
        Assert.Multiple(() =>
        {
            Assert.That(steps, Is.All.GreaterThan(0));
            Assert.That(steps.Count(step => step != ticks), Is.LessThanOrEqualTo(jitterMs == 0 ? 0 : 20));
            Assert.That(steps[^(steps.Length / 2)..], Is.All.EqualTo(ticks));
            Assert.That(run.Samples[^1] - run.Samples[0], Is.GreaterThan(48 * 19_400));
            Assert.That(run.State.Frames, Is.GreaterThan(19_400 / frameMs));
        });
    }
}
