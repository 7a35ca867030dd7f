namespace Mongoose.Voice.Audio;

/// <summary>Adds voices at their own loudness, and limits the sum without clipping.</summary>
/// <param name="sampleRate">Samples per second.</param>
/// <param name="samples">Samples per channel of a frame.</param>
/// <param name="channels">1 or 2.</param>
public sealed class MixingBus(int sampleRate, int samples, int channels)
{
    private readonly Limiter _limiter = new(sampleRate, samples);
    private readonly float[] _left = new float[samples], _right = new float[channels == 2 ? samples : 0];
    private readonly float[] _interleaved = new float[channels == 2 ? 2 * samples : 0];

    /// <summary>Begins a frame.</summary>
    public void Clear()
    {
        Array.Clear(_left);
        Array.Clear(_right);
    }

    /// <summary>Adds a voice of one channel; its gain changes evenly from the frame's first sample to its last.</summary>
    /// <exception cref="ArgumentException">The voice does not have the length of the frame.</exception>
    public void Add(ReadOnlySpan<float> voice, StereoGain from, StereoGain to) => Add(voice, from, to, 0, samples);

    /// <summary>Adds a voice of one channel; its gain changes evenly in a part of the frame.</summary>
    /// <param name="from">The gain before that part.</param>
    /// <param name="to">The gain after it.</param>
    /// <param name="start">Samples before the part.</param>
    /// <param name="changing">Samples of the part.</param>
    /// <exception cref="ArgumentException">The voice does not have the length of the frame.</exception>
    public void Add(ReadOnlySpan<float> voice, StereoGain from, StereoGain to, int start, int changing)
    {
        if (voice.Length != samples)
            throw new ArgumentException($"{voice.Length} samples; a frame of this bus has {samples}");
        AddTo(_left, voice, from.Left, to.Left, start, changing);
        if (channels == 2)
            AddTo(_right, voice, from.Right, to.Right, start, changing);
    }

    /// <summary>
    /// The limited sum of the frame, interleaved; exact while the limiter's gain is 1. Valid until the next call. Call once per
    /// frame. A frame whose sum is infinite or not a number becomes silence.
    /// </summary>
    public ReadOnlySpan<float> Take()
    {
        // The limiter would never get rid of a gain that is not a number.
        if (!SampleBlocks.AreFinite(_left) || !SampleBlocks.AreFinite(_right))
            Clear();
        _limiter.Apply(_left, _right);
        return channels == 2 ? Interleave() : _left;
    }

    private static void AddTo(Span<float> sum, ReadOnlySpan<float> voice, float from, float to, int start, int changing)
    {
        int end = start + changing;
        if (from != 0 && start > 0)
            SampleBlocks.Add(voice[..start], from, from, sum);
        if (changing > 0 && (from != 0 || to != 0))
            SampleBlocks.Add(voice[start..end], from, to, sum[start..]);
        if (to != 0 && end < voice.Length)
            SampleBlocks.Add(voice[end..], to, to, sum[end..]);
    }

    private ReadOnlySpan<float> Interleave()
    {
        for (int i = 0; i < _left.Length; i++)
            (_interleaved[2 * i], _interleaved[2 * i + 1]) = (_left[i], _right[i]);
        return _interleaved;
    }
}

/// <summary>The gain of a voice in both channels, 1 for its own loudness; a bus of one channel uses <paramref name="Left"/>.</summary>
public readonly record struct StereoGain(float Left, float Right)
{
    public static readonly StereoGain Silent = new(0, 0), Unity = new(1, 1);
}
