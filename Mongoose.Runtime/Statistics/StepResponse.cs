using Mongoose.Core.Units;

namespace Mongoose.Runtime.Statistics;

/// <summary>
/// How a rate follows a change of what it should be, from its binned values: entry i is the mean over the bin that ends at (i + 1) bins after the
/// change. Times are ends of bins, so they are late by at most one bin.
/// </summary>
public static class StepResponse
{
    /// <summary>
    /// How long after the change the value has gone <paramref name="fraction"/> of the way from the old level to the new one, and stays so for
    /// <paramref name="hold"/> bins. Null when it never does. (RFC 5166, 2.2.1; with a fraction of 0.9 control theory's 90 % time.)
    /// </summary>
    /// <param name="values">From the change on.</param>
    /// <param name="bin">Width of a bin.</param>
    /// <param name="from">The old level.</param>
    /// <param name="to">The new level, above or below the old one.</param>
    /// <param name="fraction">0 to 1.</param>
    /// <param name="hold">How many bins in a row must have it, 1 or more: 1 takes the first that does.</param>
    public static Duration? TimeToReach(ReadOnlySpan<double> values, Duration bin, double from, double to, double fraction, int hold = 1)
    {
        double level = from + fraction * (to - from);
        bool[] reached = new bool[values.Length];
        for (int i = 0; i < values.Length; i++)
            reached[i] = to >= from ? values[i] >= level : values[i] <= level;
        return Runs.First(reached, hold) is { } first ? bin * (first + 1) : null;
    }

    /// <summary>
    /// How far the value goes beyond the new level, as a share of the step: 0 when it does not, 0.2 when after a step of 1000 it peaks 200 too
    /// high. NaN without values or without a step.
    /// </summary>
    public static double Overshoot(ReadOnlySpan<double> values, double from, double to)
    {
        double step = to - from, beyond = 0;
        foreach (double value in values)
            beyond = Math.Max(beyond, (value - to) / step);
        return values.IsEmpty || step == 0 ? double.NaN : beyond;
    }
}
