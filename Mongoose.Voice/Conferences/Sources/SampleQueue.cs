namespace Mongoose.Voice.Conferences.Sources;

/// <summary>Samples that wait for their frame, because packets are shorter or longer than a frame.</summary>
internal sealed class SampleQueue
{
    private float[] _samples = new float[4096];
    private int _count;

    public int Count => _count;

    public void Push(ReadOnlySpan<float> samples)
    {
        if (_count + samples.Length > _samples.Length)
            Array.Resize(ref _samples, Math.Max(2 * _samples.Length, _count + samples.Length));
        samples.CopyTo(_samples.AsSpan(_count));
        _count += samples.Length;
    }

    /// <summary>Takes as many samples as there are, at most the frame's.</summary>
    /// <returns>How many were taken.</returns>
    public int Pull(Span<float> frame)
    {
        int taken = Math.Min(_count, frame.Length);
        _samples.AsSpan(0, taken).CopyTo(frame);
        _samples.AsSpan(taken, _count - taken).CopyTo(_samples);
        _count -= taken;
        return taken;
    }

    public void Clear() => _count = 0;
}
