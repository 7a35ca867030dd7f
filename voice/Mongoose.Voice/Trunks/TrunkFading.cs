using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Trunks;

/// <summary>
/// The fade of a voice that changes over. It covers the same part of the voice as the fade in the mix, which is later in converted samples,
/// and still later in encoded ones. In the mix the fade ends one encoder delay of Opus before the frame ends, because samples that remain
/// in the encoder after the last frame of a stream would never be sent.
/// </summary>
internal static class TrunkFading
{
    /// <summary>The samples of a frame in which a voice fades; after them it is at full level, or silent.</summary>
    /// <param name="samples">Samples of the frame.</param>
    /// <param name="rate">Samples per second.</param>
    public static int Samples(int samples, int rate) => samples - StartInMix(rate) - SampleRates.SamplesIn(AudioFormat.OpusDelay, rate);

    /// <summary>Samples before the fade in audio that is mixed or encoded again.</summary>
    /// <param name="rate">Samples per second.</param>
    public static int StartInMix(int rate) => SampleRates.SamplesIn(Resampler.MaxDelay, rate);

    /// <summary>Fades a voice in or out.</summary>
    /// <param name="samples">The decoded frame, of one channel.</param>
    /// <param name="format">The format in which it came.</param>
    public static void Apply(TrunkFade fade, Span<float> samples, AudioFormat format)
    {
        if (fade == TrunkFade.None)
            return;
        int start = IsLate(fade) ? StartInMix(format.SampleRate)
            + (format.Codec == AudioCodec.Opus ? format.SamplesIn(AudioFormat.OpusDelay) : 0) : 0;
        int fading = Samples(samples.Length, format.SampleRate);
        Span<float> part = samples.Slice(start, fading);
        if (IsOut(fade))
        {
            SampleBlocks.Ramp(part, 1, 0);
            samples[(start + fading)..].Clear();
        }
        else
        {
            samples[..start].Clear();
            SampleBlocks.Ramp(part, 0, 1);
        }
    }

    public static bool IsOut(TrunkFade fade) => fade is TrunkFade.Out or TrunkFade.LateOut;

    /// <summary>The fade of a voice that is encoded again.</summary>
    public static TrunkFade Late(TrunkFade fade) => fade switch
    {
        TrunkFade.In => TrunkFade.LateIn,
        TrunkFade.Out => TrunkFade.LateOut,
        _ => fade,
    };

    private static bool IsLate(TrunkFade fade) => fade is TrunkFade.LateIn or TrunkFade.LateOut;
}
