namespace Mongoose.Runtime.Statistics;

/// <summary>How evenly flows share. Rates are of one unit, whichever; none is negative.</summary>
public static class Fairness
{
    /// <summary>
    /// (sum x)² / (n sum x²): 1 when all are alike, 1/n when one has it all; NaN when nobody has anything. (Jain, Chiu and Hawe, DEC-TR-301;
    /// RFC 5166, 2.3.1.)
    /// </summary>
    public static double JainsIndex(ReadOnlySpan<double> rates)
    {
        double sum = 0, squares = 0;
        foreach (double rate in rates)
        {
            sum += rate;
            squares += rate * rate;
        }
        return sum * sum / (rates.Length * squares);
    }

    /// <summary>A flow's rate over the equal share of what all flows have together, itself included: 1 is fair. NaN when nobody has anything.</summary>
    public static double RatioToFairShare(double rate, ReadOnlySpan<double> all) => rate / Moments.Mean(all);

    /// <summary>The mean rate of one group over that of another: 1 is fair. NaN when one is empty or both have nothing.</summary>
    public static double ShareRatio(ReadOnlySpan<double> group, ReadOnlySpan<double> competitors) =>
        Moments.Mean(group) / Moments.Mean(competitors);
}
