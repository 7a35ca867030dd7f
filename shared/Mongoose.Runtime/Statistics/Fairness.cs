namespace Mongoose.Runtime.Statistics;

/// <summary>How evenly flows share bandwidth. Rates may be in any unit, but all in the same; none is negative.</summary>
public static class Fairness
{
    /// <summary>
    /// (sum x)² / (n sum x²): 1 if all rates are equal, 1/n if one flow has all bandwidth; NaN if all rates are zero. (Jain, Chiu and Hawe,
    /// DEC-TR-301; RFC 5166, 2.3.1.)
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

    /// <summary>
    /// A flow's rate divided by the equal share of the sum of all flows, itself included: 1 is fair. NaN if all rates are zero.
    /// </summary>
    public static double RatioToFairShare(double rate, ReadOnlySpan<double> all) => rate / Moments.Mean(all);

    /// <summary>
    /// The mean rate of one group divided by that of another: 1 is fair. NaN if a group is empty or both have only zero rates;
    /// infinite if only the competitors do.
    /// </summary>
    public static double ShareRatio(ReadOnlySpan<double> group, ReadOnlySpan<double> competitors) =>
        Moments.Mean(group) / Moments.Mean(competitors);
}
