using Mongoose.Core.Units;

namespace Mongoose.Mixer.Recordings;

/// <summary>The gaps that lost packets leave.</summary>
/// <param name="rate">Samples per second.</param>
internal sealed class Gaps(int rate)
{
    private readonly List<RecordedGap> _gaps = [];
    private long _missing;

    public Duration Missing => TimeOf(_missing);

    public IReadOnlyList<RecordedGap> List => _gaps;

    /// <param name="start">In samples from the start of the recording.</param>
    /// <param name="length">In samples.</param>
    public void Add(long start, long length)
    {
        _missing += length;
        if (_gaps.Count < RecordedSource.MaxGaps)
            _gaps.Add(new RecordedGap(TimeOf(start), TimeOf(length)));
    }

    private Duration TimeOf(long samples) => Duration.FromSeconds((double)samples / rate);
}
