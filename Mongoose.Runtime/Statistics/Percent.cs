namespace Mongoose.Runtime.Statistics;

/// <summary>Shares of counts, in percent.</summary>
public static class Percent
{
    /// <summary>0 of nothing.</summary>
    public static double Of(long part, long whole) => whole == 0 ? 0 : 100.0 * part / whole;
}
