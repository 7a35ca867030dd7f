using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Voice.Audio;

public sealed class LevelMeterTests
{
    [TestCase(32_768, 0)]
    [TestCase(100_000, 0)]
    [TestCase(3276.8, 20)]
    [TestCase(327.68, 40)]
    [TestCase(1, 90)]
    [TestCase(0.001, 127)]
    [TestCase(0, 127)]
    public void A_square_wave_has_the_level_of_its_amplitude(double amplitude, int level) =>
        Assert.That(LevelMeter.Level(Enumerable.Range(0, 161).Select(i => (float)(i % 2 == 0 ? amplitude : -amplitude)).ToArray()),
        Is.EqualTo(level));

    [Test]
    public void A_sine_of_full_scale_has_level_3() => Assert.That(LevelMeter.Level(Tone.Sine(400, 8000, 160, 32_768)), Is.EqualTo(3));

    [Test]
    public void No_samples_are_silence() => Assert.That(LevelMeter.Level([]), Is.EqualTo(LevelMeter.Silence));
}
