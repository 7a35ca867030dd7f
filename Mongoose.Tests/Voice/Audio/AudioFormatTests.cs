using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Voice.Audio;

public sealed class AudioFormatTests
{
    [TestCase("PCMU", AudioCodec.Pcmu, 8000, 1, "PCMU/8000")]
    [TestCase("pcmu/8000", AudioCodec.Pcmu, 8000, 1, "PCMU/8000")]
    [TestCase("pcma", AudioCodec.Pcma, 8000, 1, "PCMA/8000")]
    [TestCase("L16/48000/2", AudioCodec.L16, 48_000, 2, "L16/48000/2")]
    [TestCase("l16/16000", AudioCodec.L16, 16_000, 1, "L16/16000")]
    [TestCase("L16/24000/1", AudioCodec.L16, 24_000, 1, "L16/24000")]
    [TestCase("OPUS", AudioCodec.Opus, 48_000, 1, "opus/48000/2")]
    [TestCase("opus/48000/2", AudioCodec.Opus, 48_000, 2, "opus/48000/2")]
    public void A_name_is_read_and_SDP_gets_its_rtpmap(string text, AudioCodec codec, int rate, int channels, string map)
    {
        Assert.That(AudioFormat.TryParse(text, out AudioFormat format), Is.True);
        Assert.That(format, Is.EqualTo(new AudioFormat(codec, rate, channels)));
        Assert.That(format.RtpMap, Is.EqualTo(map));
    }

    [TestCase("")]
    [TestCase("G722")]
    [TestCase("PCMU/16000")]
    [TestCase("PCMU/8000/2")]
    [TestCase("L16")]
    [TestCase("L16/44100/2")]
    [TestCase("L16/48000/3")]
    [TestCase("L16/48000/-1")]
    [TestCase("L16/48000/2/1")]
    [TestCase("opus/16000/1")]
    public void Other_names_rates_and_channels_are_refused(string text) => Assert.That(AudioFormat.TryParse(text, out _), Is.False);

    [TestCase("PCMU")]
    [TestCase("PCMA")]
    [TestCase("L16/24000")]
    [TestCase("L16/48000/2")]
    [TestCase("opus")]
    [TestCase("opus/48000/2")]
    public void A_format_is_read_back_from_its_text(string text)
    {
        AudioFormat.TryParse(text, out AudioFormat format);
        Assert.That(format.ToString(), Is.EqualTo(text));
    }

    [Test]
    public void No_codec_is_created_for_a_format_that_does_not_exist()
    {
        AudioFormat stereoPcmu = AudioFormat.Pcmu with { Channels = 2 };
        Assert.Throws<ArgumentException>(() => AudioDecoder.Create(stereoPcmu));
        Assert.Throws<ArgumentException>(() => AudioEncoder.Create(stereoPcmu, OpusOptions.Default));
    }
}
