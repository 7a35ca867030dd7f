using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Conferences.Sources;

/// <summary>A source's samples at another rate, made once per frame.</summary>
internal sealed class RateConversion(int from, int to, int samples)
{
    private readonly Resampler _resampler = new(from, to);
    private readonly float[] _output = new float[samples];
    private long _frame = -1;

    /// <param name="before">The samples of the previous frame, which fill the filter if this conversion was not used then.</param>
    /// <param name="frame">The frame's number.</param>
    public ReadOnlySpan<float> Convert(ReadOnlySpan<float> input, ReadOnlySpan<float> before, long frame)
    {
        if (_frame == frame)
            return _output;
        if (_frame != frame - 1)
        {
            _resampler.Reset();
            _resampler.Process(before, _output);
        }
        _resampler.Process(input, _output);
        _frame = frame;
        return _output;
    }
}
