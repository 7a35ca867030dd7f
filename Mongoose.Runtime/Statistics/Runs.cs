namespace Mongoose.Runtime.Statistics;

/// <summary>Stretches of bins that all hold a condition.</summary>
internal static class Runs
{
    /// <summary>Where the first stretch of at least <paramref name="length"/> (1 or more) begins; null when there is none.</summary>
    public static int? First(ReadOnlySpan<bool> holds, int length)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(length, 1);
        int run = 0;
        for (int i = 0; i < holds.Length; i++)
        {
            run = holds[i] ? run + 1 : 0;
            if (run == length)
                return i + 1 - length;
        }
        return null;
    }
}
