namespace Mongoose.Voice.Conferences.Sources;

/// <summary>The samples of a frame and of the one before, later by a part of a frame.</summary>
internal sealed class LaterSamples
{
    private float[] _now = [], _before = [];

    /// <summary>The frame, later.</summary>
    public ReadOnlySpan<float> Now => _now;

    /// <summary>The end of the frame before, later; its beginning is not known, and silent.</summary>
    public ReadOnlySpan<float> Before => _before;

    /// <param name="now">The frame.</param>
    /// <param name="before">The frame before.</param>
    /// <param name="delay">Samples, at most those of a frame.</param>
    public void Make(ReadOnlySpan<float> now, ReadOnlySpan<float> before, int delay)
    {
        if (_now.Length != now.Length)
            (_now, _before) = (new float[now.Length], new float[now.Length]);
        before[^delay..].CopyTo(_now);
        now[..^delay].CopyTo(_now.AsSpan(delay));
        _before.AsSpan(0, delay).Clear();
        before[..^delay].CopyTo(_before.AsSpan(delay));
    }
}
