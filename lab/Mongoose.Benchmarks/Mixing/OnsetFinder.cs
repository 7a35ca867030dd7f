namespace Mongoose.Benchmarks.Mixing;

/// <summary>Finds where sound begins after silence, in audio that comes in packets.</summary>
/// <param name="threshold">Samples of this magnitude are sound; in units of 16-bit samples.</param>
/// <param name="silence">The number of samples below the threshold that must precede an onset.</param>
internal sealed class OnsetFinder(float threshold, int silence)
{
    private int _silent;

    /// <summary>The place of the first onset in a packet; null if there is none.</summary>
    public int? Find(ReadOnlySpan<float> samples)
    {
        int? onset = null;
        for (int i = 0; i < samples.Length; i++)
        {
            if (Math.Abs(samples[i]) < threshold)
            {
                _silent++;
                continue;
            }
            if (_silent >= silence)
                onset ??= i;
            _silent = 0;
        }
        return onset;
    }
}
