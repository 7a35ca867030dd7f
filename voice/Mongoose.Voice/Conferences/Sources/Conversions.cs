using Mongoose.Core.Units;
using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Conferences.Sources;

/// <summary>Converts a source's frames to other sample rates and formats.</summary>
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

    /// <summary>Removes the conversions of rates, because the source's own rate changes.</summary>
    public void ClearRates() => _rates.Clear();

    public void Dispose()
    {
        foreach (Transcoding transcoding in _formats)
            transcoding.Dispose();
    }
}

/// <summary>The delay of conversions to another sample rate.</summary>
internal enum ConversionTiming
{
    /// <summary>The minimum of each conversion; zero for equal rates.</summary>
    Shortest,

    /// <summary>
    /// That of the slowest conversion (<see cref="Resampler.MaxDelay"/>) for all, so that a voice takes the same time by all paths over
    /// trunks.
    /// </summary>
    Even,
}
