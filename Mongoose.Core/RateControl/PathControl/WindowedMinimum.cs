using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// The least sample of a stretch of time, kept by three samples: the least, the least since, and the least since that (Kathleen Nichols'
/// estimator, as in Linux's <c>win_minmax</c>). It takes constant time and space. A minimum that leaves the stretch is replaced by the next
/// of the three, which may be above the true minimum by what a quarter of the stretch hides.
/// </summary>
public struct WindowedMinimum
{
    private Sample _least, _next, _last;
    private bool _hasSample;

    /// <summary>The least; <see cref="Duration.Zero"/> before the first sample.</summary>
    public readonly Duration Value => _least.Value;

    /// <summary>Takes a sample, and forgets what is older than <paramref name="window"/>.</summary>
    public void Add(Duration value, Instant now, Duration window)
    {
        Sample sample = new(value, now);
        if (!_hasSample || value <= _least.Value || now - _last.At > window || now < _last.At)
        {
            (_least, _next, _last, _hasSample) = (sample, sample, sample, true);
            return;
        }
        if (value <= _next.Value)
            (_next, _last) = (sample, sample);
        else if (value <= _last.Value)
            _last = sample;
        Age(sample, window);
    }

    private void Age(in Sample sample, Duration window)
    {
        Duration age = sample.At - _least.At;
        if (age > window)
        {
            (_least, _next, _last) = (_next, _last, sample);
            if (sample.At - _least.At > window)
                (_least, _next) = (_next, _last);
        }
        else if (_next.At == _least.At && age > window / 4)
        {
            (_next, _last) = (sample, sample);
        }
        else if (_last.At == _next.At && age > window / 2)
        {
            _last = sample;
        }
    }

    private readonly record struct Sample(Duration Value, Instant At);
}
