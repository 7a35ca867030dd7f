namespace Mongoose.Voice.Conferences.Sources;

/// <summary>The bytes of a source's frames on average. Single frames of Opus are much larger or smaller.</summary>
internal sealed class MeanSize
{
    /// <summary>The average needs this many frames, and covers about this many.</summary>
    private const int MinFrames = 50, MaxFrames = 3000;

    private int _frames;
    private double _mean;

    /// <summary>The bytes of a frame; null until enough frames have come.</summary>
    public double? Bytes => _frames < MinFrames ? null : _mean;

    public void Add(int bytes)
    {
        _frames = Math.Min(_frames + 1, MaxFrames);
        _mean += (bytes - _mean) / _frames;
    }

    public void Clear() => (_frames, _mean) = (0, 0);
}
