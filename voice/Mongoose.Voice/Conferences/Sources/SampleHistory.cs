namespace Mongoose.Voice.Conferences.Sources;

/// <summary>
/// The latest decoded samples of a source, the newest last: its frame and earlier ones, so that a frame can be read with a delay.
/// </summary>
/// <param name="frame">Samples of a frame.</param>
/// <param name="maxDelay">The maximum delay of a frame, in samples.</param>
internal sealed class SampleHistory(int frame, int maxDelay)
{
    private readonly float[] _samples = new float[maxDelay + 2 * frame];

    /// <summary>The samples of the frame.</summary>
    public Span<float> Now => _samples.AsSpan(_samples.Length - frame);

    /// <summary>Begins a frame.</summary>
    public void Begin() => _samples.AsSpan(frame).CopyTo(_samples);

    /// <summary>Clears all frames: the next one does not continue them.</summary>
    public void Clear() => Array.Clear(_samples);

    /// <summary>The frame, delayed by some samples.</summary>
    public ReadOnlySpan<float> Later(int delay) => _samples.AsSpan(_samples.Length - frame - delay, frame);

    /// <summary>The previous frame, delayed by some samples.</summary>
    public ReadOnlySpan<float> LaterBefore(int delay) => _samples.AsSpan(_samples.Length - 2 * frame - delay, frame);
}
