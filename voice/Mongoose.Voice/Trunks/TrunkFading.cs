using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Trunks;

/// <summary>
/// The fade of a voice that changes over. It lies where the same part of the voice fades in the mix: that is later in samples that were converted, and later
/// still behind an encoder. In the mix it ends an encoder's delay of Opus before the frame does: the last frame of a stream then leaves nothing of the voice in
/// the encoder, from where it would never come.
/// </summary>
internal static class TrunkFading
{
    /// <summary>Samples of a frame in which a voice fades; behind them it is in full, or silent.</summary>
    /// <param name="samples">Samples of the frame.</param>
    /// <param name="rate">Samples per second.</param>
    public static int Samples(int samples, int rate) => samples - StartInMix(rate) - SampleRates.SamplesIn(AudioFormat.OpusDelay, rate);

    /// <summary>Samples before the fade in what goes into a mix, or is encoded anew.</summary>
    /// <param name="rate">Samples per second.</param>
    public static int StartInMix(int rate) => SampleRates.SamplesIn(Resampler.LongestDelay, rate);

    /// <summary>Fades a voice in or out.</summary>
    /// <param name="fade">The fade.</param>
    /// <param name="samples">The decoded frame, of one channel.</param>
    /// <param name="format">The format in which it came.</param>
    public static void Apply(TrunkFade fade, Span<float> samples, AudioFormat format)
    {
        if (fade == TrunkFade.None)
            return;
        int start = IsLate(fade) ? StartInMix(format.SampleRate) + (format.Codec == AudioCodec.Opus ? format.SamplesIn(AudioFormat.OpusDelay) : 0) : 0;
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

    /// <summary>The fade of a voice that is encoded anew.</summary>
    public static TrunkFade Late(TrunkFade fade) => fade switch
    {
        TrunkFade.In => TrunkFade.LateIn,
        TrunkFade.Out => TrunkFade.LateOut,
        _ => fade,
    };

    private static bool IsLate(TrunkFade fade) => fade is TrunkFade.LateIn or TrunkFade.LateOut;
}
