using Mongoose.Core.Units;
using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Conferences.Sources;

/// <summary>Converts a source's frames to other sample rates and formats.</summary>
internal sealed class Conversions(Duration frame) : IDisposable
{
    private readonly Dictionary<(int Rate, ConversionTiming Timing), RateConversion> _rates = [];
    private readonly Dictionary<(AudioFormat Format, OpusOptions Options, ConversionTiming Timing), Transcoding> _formats = [];

    /// <summary>The conversion to a rate.</summary>
    public RateConversion To(int rate, ConversionTiming timing, int from)
    {
        if (!_rates.TryGetValue((rate, timing), out RateConversion? conversion))
            _rates.Add((rate, timing), conversion = new RateConversion(from, rate, SampleRates.SamplesIn(frame, rate)));
        return conversion;
    }

    /// <summary>The conversion to a format; only that to Opus depends on options.</summary>
    public Transcoding To(AudioFormat format, OpusOptions options, ConversionTiming timing)
    {
        (AudioFormat, OpusOptions, ConversionTiming) key = (format, format.Codec == AudioCodec.Opus ? options : default, timing);
        if (!_formats.TryGetValue(key, out Transcoding? transcoding))
            _formats.Add(key, transcoding = new Transcoding(format, options, timing));
        return transcoding;
    }

    /// <summary>Removes the conversions of rates, because the source's own rate changes.</summary>
    public void ClearRates() => _rates.Clear();

    public void Dispose()
    {
        foreach (Transcoding transcoding in _formats.Values)
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
