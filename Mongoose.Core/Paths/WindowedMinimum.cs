using Mongoose.Core.Units;

namespace Mongoose.Core.Paths;

/// <summary>
/// The minimum sample of a time window, estimated from three samples: the minimum, the minimum after it, and the minimum after the second
/// (Kathleen Nichols' estimator, as in Linux's <c>win_minmax</c>). It takes constant time and space. When the minimum leaves the window,
/// the next of the three replaces it, which may miss smaller samples from a quarter of the window.
/// </summary>
public struct WindowedMinimum
{
    private Sample _min, _next, _last;
    private bool _hasSample;

    /// <summary>The minimum; <see cref="Duration.Zero"/> before the first sample.</summary>
    public readonly Duration Value => _min.Value;

    /// <summary>Adds a sample and forgets samples older than <paramref name="window"/>.</summary>
    public void Add(Duration value, Instant now, Duration window)
    {
        Sample sample = new(value, now);
        if (!_hasSample || value <= _min.Value || now - _last.At > window || now < _last.At)
        {
            (_min, _next, _last, _hasSample) = (sample, sample, sample, true);
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
        Duration age = sample.At - _min.At;
        if (age > window)
        {
            (_min, _next, _last) = (_next, _last, sample);
            if (sample.At - _min.At > window)
                (_min, _next) = (_next, _last);
        }
        else if (_next.At == _min.At && age > window / 4)
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
