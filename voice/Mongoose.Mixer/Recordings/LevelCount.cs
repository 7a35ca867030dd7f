using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Recordings;

/// <summary>The level of a recording in dBov: 0 is a square wave of full scale.</summary>
internal sealed class LevelCount
{
    private double _squares, _peak;
    private long _samples;

    public double? Mean =>
        _samples > 0 && _squares > 0 ? 10 * Math.Log10(_squares / _samples / AudioFormat.FullScale / AudioFormat.FullScale) : null;

    public double? Peak => _peak > 0 ? 20 * Math.Log10(_peak / AudioFormat.FullScale) : null;

    public void Add(ReadOnlySpan<float> samples)
    {
        _samples += samples.Length;
        foreach (float sample in samples)
        {
            _squares += (double)sample * sample;
            _peak = Math.Max(_peak, Math.Abs(sample));
        }
    }
}
