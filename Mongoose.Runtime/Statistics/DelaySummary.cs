namespace Mongoose.Runtime.Statistics;

/// <summary>A delay distribution in three figures, in milliseconds; all NaN when nothing was measured.</summary>
public sealed record DelaySummary(double P50, double P99, double Max)
{
    public static readonly DelaySummary Empty = new(double.NaN, double.NaN, double.NaN);
}
