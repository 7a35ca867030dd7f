using Mongoose.Core.Units;
using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Conferences.Sources;

/// <summary>What makes a source's frames at other rates and in other formats.</summary>
internal sealed class Conversions(Duration frame) : IDisposable
{
    private readonly List<RateConversion> _rates = [];
    private readonly List<Transcoding> _formats = [];

    /// <summary>The conversion to a rate.</summary>
    public RateConversion To(int rate, ConversionTiming timing, int from)
    {
        foreach (RateConversion conversion in _rates)
        {
            if (conversion.Rate == rate && conversion.Timing == timing)
                return conversion;
        }
        RateConversion made = new(from, rate, timing, SampleRates.SamplesIn(frame, rate));
        _rates.Add(made);
        return made;
    }

    /// <summary>The conversion to a format.</summary>
    public Transcoding To(AudioFormat format, OpusOptions options, ConversionTiming timing)
    {
        foreach (Transcoding transcoding in _formats)
        {
            if (transcoding.Is(format, options, timing))
                return transcoding;
        }
        Transcoding made = new(format, options, timing);
        _formats.Add(made);
        return made;
    }

    /// <summary>Forgets the conversions of rates, because the source has another one from now on.</summary>
    public void ClearRates() => _rates.Clear();

    public void Dispose()
    {
        foreach (Transcoding transcoding in _formats)
            transcoding.Dispose();
    }
}

/// <summary>How long conversions to another sample rate take.</summary>
internal enum ConversionTiming
{
    /// <summary>As long as each needs; nothing if the rate stays.</summary>
    Shortest,

    /// <summary>All as long as the slowest (<see cref="Resampler.LongestDelay"/>), so that all ways of a voice over trunks take the same time.</summary>
    Even,
}
