namespace Mongoose.Voice.Conferences.Sources;

/// <summary>Samples that wait for their frame, because packets are shorter or longer than a frame.</summary>
/// <param name="capacity">The most samples. A source that sends more at a time loses those that wait.</param>
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

    /// <summary>Takes as many samples as there are, at most the frame's.</summary>
    /// <returns>How many were taken.</returns>
    public int Pull(Span<float> frame)
    {
        int taken = Math.Min(Count, frame.Length);
        _samples.AsSpan(0, taken).CopyTo(frame);
        _samples.AsSpan(taken, Count - taken).CopyTo(_samples);
        Count -= taken;
        return taken;
    }
}
