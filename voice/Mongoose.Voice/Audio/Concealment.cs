namespace Mongoose.Voice.Audio;

/// <summary>
/// Fills gaps of a stream as ITU-T G.711 appendix I does: repeats the last pitch period, fading to silence, and cross-fades into the audio
/// after the gap. Neither end of the gap has a step.
/// </summary>
/// <param name="sampleRate">Samples per second.</param>
/// <param name="channels">1 or 2, interleaved.</param>
internal sealed class Concealment(int sampleRate, int channels)
{
    private readonly int _fadeOut = sampleRate * 60 / 1000, _fadeOver = sampleRate * 5 / 1000;
    private readonly float[] _heard = new float[sampleRate * PitchSearch.HistoryMs / 1000 * channels];
    private readonly float[] _period = new float[sampleRate * PitchSearch.MaxMs / 1000 * channels];
    private int _periodLength, _filled, _place;
    private bool _isGap;

    /// <summary>Remembers decoded samples. After a gap, the first of them are changed by the cross-fade.</summary>
    public void Heard(Span<float> samples)
    {
        if (_isGap)
            FadeOver(samples);
        int kept = Math.Min(samples.Length, _heard.Length);
        _heard.AsSpan(kept).CopyTo(_heard);
        samples[^kept..].CopyTo(_heard.AsSpan(_heard.Length - kept));
    }

    /// <summary>Continues the previous audio.</summary>
    public void Fill(Span<float> samples)
    {
        if (!_isGap)
            BeginGap();
        for (int i = 0; i < samples.Length; i += channels)
            Next(samples.Slice(i, channels));
    }

    public void Reset()
    {
        Array.Clear(_heard);
        _isGap = false;
    }

    private void BeginGap()
    {
        _periodLength = PitchSearch.Period(_heard, sampleRate, channels) * channels;
        (_isGap, _filled, _place) = (true, 0, 0);
        ReadOnlySpan<float> heard = _heard;
        heard[^_periodLength..].CopyTo(_period);
        // The step from the last sample to the first of its period, and at every repetition, becomes a slope over the period.
        for (int i = 0; i < _periodLength; i++)
        {
            float step = heard[heard.Length - channels + i % channels] - heard[heard.Length - _periodLength - channels + i % channels];
            _period[i] += step * (1 - (float)(i / channels + 1) / (_periodLength / channels));
        }
    }

    /// <summary>The next sample of all channels.</summary>
    private void Next(Span<float> sample)
    {
        float gain = Math.Max(1 - (float)++_filled / _fadeOut, 0);
        for (int channel = 0; channel < channels; channel++)
            sample[channel] = _period[_place + channel] * gain;
        _place = (_place + channels) % _periodLength;
        _filled = Math.Min(_filled, _fadeOut);
    }

    private void FadeOver(Span<float> samples)
    {
        _isGap = false;
        int length = Math.Min(samples.Length / channels, _fadeOver);
        Span<float> continued = stackalloc float[2];
        for (int i = 0; i < length; i++)
        {
            Next(continued[..channels]);
            float share = (i + 1f) / (length + 1);
            for (int channel = 0; channel < channels; channel++)
                samples[i * channels + channel] = samples[i * channels + channel] * share + continued[channel] * (1 - share);
        }
    }
}
