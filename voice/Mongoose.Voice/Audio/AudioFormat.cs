using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Voice.Audio.Opus;

namespace Mongoose.Voice.Audio;

/// <summary>
/// A codec with its sample rate and channels, as SDP names it: <c>PCMU</c>, <c>PCMA</c>, <c>L16/48000/2</c>, <c>opus</c>.
/// </summary>
/// <param name="SampleRate">
/// Samples per second and channel of decoded audio: 8000, 16 000, 24 000 or 48 000; 8000 for PCMU and PCMA, 48 000 for Opus.
/// </param>
/// <param name="Channels">1 or 2; PCMU and PCMA have 1.</param>
public readonly record struct AudioFormat(AudioCodec Codec, int SampleRate, int Channels)
{
    /// <summary>The texts of formats, for messages.</summary>
    public const string Texts = "PCMU, PCMA, L16/RATE, L16/RATE/2, opus or opus/48000/2; RATE is 8000, 16000, 24000 or 48000";

    /// <summary>The value of a sample of full scale: samples are floats in units of 16-bit samples.</summary>
    public const float FullScale = 32768;

    /// <summary>The delay of Opus for speech, from the encoder's input to the decoder's output.</summary>
    public static readonly Duration OpusDelay = Duration.FromMilliseconds(6.5);

    /// <summary>Samples per channel of the longest packet of Opus, 120 ms (RFC 6716 section 3.2).</summary>
    internal const int MaxOpusPacket = 5760;

    public static readonly AudioFormat Pcmu = new(AudioCodec.Pcmu, 8000, 1), Pcma = new(AudioCodec.Pcma, 8000, 1),
        Opus = new(AudioCodec.Opus, OpusLibrary.SampleRate, 1);

    /// <summary>Ticks of RTP timestamps per second.</summary>
    public int ClockRate => SampleRate;

    /// <summary>The static payload type of RFC 3551; null if it needs a dynamic one.</summary>
    public byte? StaticPayloadType => Codec switch { AudioCodec.Pcmu => 0, AudioCodec.Pcma => 8, _ => null };

    /// <summary>Bytes of one sample of all channels; 0 for Opus, whose packets cannot be cut.</summary>
    public int SampleBytes => Codec switch { AudioCodec.Opus => 0, AudioCodec.L16 => 2 * Channels, _ => 1 };

    /// <summary>The format in SDP's <c>a=rtpmap</c>. Opus always has two channels there (RFC 7587 section 7).</summary>
    public string RtpMap => Codec == AudioCodec.Opus ? "opus/48000/2"
        : $"{NameOf(Codec)}/{SampleRate}{(Channels > 1 ? $"/{Channels}" : "")}";

    /// <summary>Whether the codec has this sample rate and these channels.</summary>
    public bool IsValid => Codec switch
    {
        AudioCodec.Pcmu or AudioCodec.Pcma => SampleRate == 8000 && Channels == 1,
        AudioCodec.L16 => SampleRates.IsKnown(SampleRate) && Channels is 1 or 2,
        AudioCodec.Opus => SampleRate == OpusLibrary.SampleRate && Channels is 1 or 2,
        _ => false,
    };

    /// <summary>
    /// Reads a name, without regard to case: <c>PCMU</c>, <c>PCMA</c>, <c>L16/RATE[/CHANNELS]</c>, <c>opus[/48000/CHANNELS]</c>.
    /// </summary>
    /// <remarks>PCMU and PCMA may have their rate too, as in SDP. The default is one channel.</remarks>
    public static bool TryParse(string text, out AudioFormat format)
    {
        format = default;
        string[] parts = text.Split('/');
        if (parts.Length > 3 || CodecOf(parts[0]) is not { } codec)
            return false;
        int rate = codec switch { AudioCodec.L16 => 0, AudioCodec.Opus => OpusLibrary.SampleRate, _ => 8000 }, channels = 1;
        if (parts.Length > 1 && !TryNumber(parts[1], out rate) || parts.Length > 2 && !TryNumber(parts[2], out channels))
            return false;
        AudioFormat read = new(codec, rate, channels);
        if (read.IsValid)
            format = read;
        return read.IsValid;
    }

    /// <summary>Samples of one channel in a time, which are also ticks of RTP timestamps.</summary>
    public int SamplesIn(Duration time) => SampleRates.SamplesIn(time, SampleRate);

    /// <summary>The name that <see cref="TryParse"/> reads.</summary>
    public override string ToString() => Codec switch
    {
        AudioCodec.L16 => RtpMap,
        AudioCodec.Opus when Channels > 1 => $"opus/48000/{Channels}",
        _ => NameOf(Codec),
    };

    /// <exception cref="ArgumentException">The codec does not have this sample rate or these channels.</exception>
    internal void Check()
    {
        if (!IsValid)
            throw new ArgumentException(
                $"{Codec} of {SampleRate} Hz and {Channels} channels; allowed are PCMU, PCMA, L16/RATE[/CHANNELS] and opus");
    }

    private static string NameOf(AudioCodec codec) => codec switch
    {
        AudioCodec.Pcmu => "PCMU",
        AudioCodec.Pcma => "PCMA",
        AudioCodec.L16 => "L16",
        _ => "opus",
    };

    private static AudioCodec? CodecOf(string name) => name.ToUpperInvariant() switch
    {
        "PCMU" => AudioCodec.Pcmu,
        "PCMA" => AudioCodec.Pcma,
        "L16" => AudioCodec.L16,
        "OPUS" => AudioCodec.Opus,
        _ => null,
    };

    private static bool TryNumber(string text, out int number) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);
}

/// <summary>How samples are coded.</summary>
public enum AudioCodec
{
    /// <summary>Mu-law (ITU-T G.711).</summary>
    Pcmu,

    /// <summary>A-law (ITU-T G.711).</summary>
    Pcma,

    /// <summary>16-bit samples, most significant byte first (RFC 3551 section 4.5.11).</summary>
    L16,

    /// <summary>Opus (RFC 6716).</summary>
    Opus,
}
