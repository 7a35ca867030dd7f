namespace Mongoose.Voice.Conferences.Sources;

/// <summary>The samples of a source's frame and of the one before, as they were decoded, and later by a part of a frame.</summary>
/// <param name="length">Samples of a frame.</param>
internal sealed class FrameSamples(int length)
{
    private readonly float[] _later = new float[length], _laterBefore = new float[length];
    private float[] _decoded = new float[length], _decodedBefore = new float[length];
    private int _delay;

    /// <summary>The frame as it was decoded.</summary>
    public Span<float> Decoded => _decoded;

    /// <summary>The frame.</summary>
    public ReadOnlySpan<float> Now => _delay == 0 ? _decoded : _later;

    /// <summary>The frame before. If it is later, its beginning is not known, and silent.</summary>
    public ReadOnlySpan<float> Before => _delay == 0 ? _decodedBefore : _laterBefore;

    /// <summary>Begins a frame.</summary>
    public void Begin() => (_decoded, _decodedBefore) = (_decodedBefore, _decoded);

    /// <summary>Ends a frame: it is to be later by so many samples, at most those of a frame.</summary>
    public void End(int delay)
    {
        _delay = Math.Min(delay, length);
        if (_delay == 0)
            return;
        ReadOnlySpan<float> now = _decoded, before = _decodedBefore;
        before[^_delay..].CopyTo(_later);
        now[..^_delay].CopyTo(_later.AsSpan(_delay));
        _laterBefore.AsSpan(0, _delay).Clear();
        before[..^_delay].CopyTo(_laterBefore.AsSpan(_delay));
    }
}
