using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Trunks;

/// <summary>
/// The fade of a voice that changes over. It ends an encoder's delay of Opus before the frame does: the last frame of a stream then leaves nothing of the voice
/// in the encoder, from where it would never come.
/// </summary>
internal static class TrunkFading
{
    /// <summary>Samples of a frame in which a voice fades; behind them it is in full, or silent.</summary>
    /// <param name="samples">Samples of the frame.</param>
    /// <param name="rate">Samples per second.</param>
    public static int Samples(int samples, int rate) => samples - (int)Math.Round(AudioFormat.OpusDelay.Seconds * rate);

    /// <summary>Fades a voice in or out.</summary>
    public static void Apply(TrunkFade fade, Span<float> samples, int rate)
    {
        if (fade == TrunkFade.None)
            return;
        int fading = Samples(samples.Length, rate);
        SampleBlocks.Ramp(samples[..fading], fade == TrunkFade.In ? 0 : 1, fade == TrunkFade.In ? 1 : 0);
        if (fade == TrunkFade.Out)
            samples[fading..].Clear();
    }
}
