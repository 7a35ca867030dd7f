namespace Mongoose.Voice.Conferences.Sources;

/// <summary>The latest decoded samples of a source, the newest last: its frame, and what came before, so that a frame can be taken later.</summary>
/// <param name="frame">Samples of a frame.</param>
/// <param name="mostDelay">By how many samples a frame can be later.</param>
internal sealed class SampleHistory(int frame, int mostDelay)
{
    private readonly float[] _samples = new float[mostDelay + 2 * frame];

    /// <summary>The samples of the frame.</summary>
    public Span<float> Now => _samples.AsSpan(_samples.Length - frame);

    /// <summary>Begins a frame.</summary>
    public void Begin() => _samples.AsSpan(frame).CopyTo(_samples);

    /// <summary>Forgets all frames: what comes next does not continue them.</summary>
    public void Clear() => Array.Clear(_samples);

    /// <summary>The frame, later by some samples.</summary>
    public ReadOnlySpan<float> Later(int delay) => _samples.AsSpan(_samples.Length - frame - delay, frame);

    /// <summary>The frame before, later by some samples.</summary>
    public ReadOnlySpan<float> LaterBefore(int delay) => _samples.AsSpan(_samples.Length - 2 * frame - delay, frame);
}
