namespace Mongoose.Runtime.Statistics;

/// <summary>Ratios of counts, in percent.</summary>
public static class Percent
{
    /// <summary>0 if the whole is zero.</summary>
    public static double Of(long part, long whole) => whole == 0 ? 0 : 100.0 * part / whole;
}
