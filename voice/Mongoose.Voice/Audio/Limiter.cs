namespace Mongoose.Voice.Audio;

/// <summary>
/// Keeps the samples of one bus within full scale. Without peaks above <see cref="Threshold"/>, samples pass unchanged. Before such a
/// peak the gain falls, so that the peak just reaches the threshold. The gain is held for <see cref="HoldMs"/>, so that it does not follow
/// single waves of a low voice, and recovers within <see cref="ReleaseMs"/>. The limiter adds no delay: a peak in the first millisecond of
/// a frame comes before the gain can fall, so it is compressed below full scale.
/// </summary>
/// <param name="sampleRate">Samples per second.</param>
/// <param name="samples">Samples per channel of a frame.</param>
internal sealed class Limiter(int sampleRate, int samples)
{
    /// <summary>Peaks above this magnitude are limited; 0.8 dB below full scale.</summary>
    public const float Threshold = 30_000;

    /// <summary>The largest magnitude of the output.</summary>
    public const float Ceiling = short.MaxValue;

    private const int HoldMs = 15, ReleaseMs = 100, AttackMs = 5;

    // A frame is cut into blocks of about a millisecond. The gain is set at their bounds and changes evenly between them.
    private readonly float[] _gains = new float[Math.Max(samples * 1000 / sampleRate, 1) + 1];
    private readonly float[] _maxGains = new float[Math.Max(samples * 1000 / sampleRate, 1)];
    private float _gain = 1;
    private int _held;

    private int Blocks => _maxGains.Length;

    /// <summary>Limits a frame.</summary>
    /// <param name="left">One channel.</param>
    /// <param name="right">The other channel, which gets the same gain; empty if there is none.</param>
    public void Apply(Span<float> left, Span<float> right)
    {
        if (_gain == 1 && Math.Max(SampleBlocks.Peak(left), SampleBlocks.Peak(right)) <= Threshold)
            return;
        FindMaxGains(left, right);
        _gains[0] = _gain;
        SetGains();
        _gain = _gains[Blocks];
        ApplyGains(left);
        ApplyGains(right);
    }

    /// <summary>Finds the largest gain that each block allows.</summary>
    private void FindMaxGains(ReadOnlySpan<float> left, ReadOnlySpan<float> right)
    {
        for (int block = 0; block < Blocks; block++)
        {
            float peak = SampleBlocks.Peak(left[Bounds(block)]);
            if (right.Length > 0)
                peak = Math.Max(peak, SampleBlocks.Peak(right[Bounds(block)]));
            _maxGains[block] = Math.Min(Threshold / peak, 1);
        }
    }

    /// <summary>
    /// Sets the gains at the bounds: low enough for the blocks on both sides, falling early enough, and recovering slowly.
    /// </summary>
    private void SetGains()
    {
        _gains[Blocks] = _maxGains[Blocks - 1];
        for (int bound = Blocks - 1; bound > 0; bound--)
            _gains[bound] = Math.Min(Math.Min(_maxGains[bound - 1], _maxGains[bound]), _gains[bound + 1] + 1f / AttackMs);
        for (int bound = 1; bound <= Blocks; bound++)
        {
            float before = _gains[bound - 1];
            if (_gains[bound] <= before)
                _held = _gains[bound] < 1 ? HoldMs : 0;
            else if (_held-- > 0)
                _gains[bound] = before;
            else
                _gains[bound] = Math.Min(_gains[bound], before + 1f / ReleaseMs);
        }
    }

    private void ApplyGains(Span<float> channel)
    {
        if (channel.IsEmpty)
            return;
        for (int block = 0; block < Blocks; block++)
            if (_gains[block] != 1 || _gains[block + 1] != 1)
                SampleBlocks.Ramp(channel[Bounds(block)], _gains[block], _gains[block + 1]);
        foreach (ref float sample in channel[Bounds(0)])
            sample = Bend(sample);
    }

    /// <summary>A curve that leaves the threshold with slope 1 and approaches the ceiling.</summary>
    private static float Bend(float sample)
    {
        const float Room = Ceiling - Threshold;
        float over = (Math.Abs(sample) - Threshold) / Room;
        return over <= 0 ? sample : MathF.CopySign(Threshold + Room * (over / (1 + over)), sample);
    }

    private Range Bounds(int block) => (block * samples / Blocks)..((block + 1) * samples / Blocks);
}
