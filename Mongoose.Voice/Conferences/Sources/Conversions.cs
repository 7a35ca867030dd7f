using Mongoose.Core.Units;
using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Conferences.Sources;

/// <summary>What makes a source's frames at other rates and in other formats.</summary>
internal sealed class Conversions(Duration frame) : IDisposable
{
    private readonly List<RateConversion> _rates = [];
    private readonly List<Transcoding> _formats = [];

    /// <summary>Samples of a frame.</summary>
    public int SamplesOf(int rate) => (int)Math.Round(rate * frame.Seconds);

    /// <summary>The conversion to a rate.</summary>
    public RateConversion To(int rate, int from)
    {
        foreach (RateConversion conversion in _rates)
        {
            if (conversion.Rate == rate)
                return conversion;
        }
        RateConversion made = new(from, rate, SamplesOf(rate));
        _rates.Add(made);
        return made;
    }

    /// <summary>The conversion to a format.</summary>
    public Transcoding To(AudioFormat format, OpusOptions options)
    {
        foreach (Transcoding transcoding in _formats)
        {
            if (transcoding.Is(format, options))
                return transcoding;
        }
        Transcoding made = new(format, options);
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
