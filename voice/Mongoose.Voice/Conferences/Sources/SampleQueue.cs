namespace Mongoose.Voice.Conferences.Sources;

/// <summary>Samples queued for their frame, because packets are shorter or longer than a frame.</summary>
/// <param name="capacity">The maximum number of samples. If a source sends more at a time, the queued ones are dropped.</param>
internal sealed class SampleQueue(int capacity)
{
    private readonly float[] _samples = new float[capacity];

    public int Count { get; private set; }

    /// <param name="samples">At most the capacity.</param>
    public void Push(ReadOnlySpan<float> samples)
    {
        if (Count + samples.Length > capacity)
            Count = 0;
        samples.CopyTo(_samples.AsSpan(Count));
        Count += samples.Length;
    }

    /// <summary>Takes the queued samples, at most a frame.</summary>
    /// <returns>The number of samples taken.</returns>
    public int Pull(Span<float> frame)
    {
        int taken = Math.Min(Count, frame.Length);
        _samples.AsSpan(0, taken).CopyTo(frame);
        _samples.AsSpan(taken, Count - taken).CopyTo(_samples);
        Count -= taken;
        return taken;
    }
}
