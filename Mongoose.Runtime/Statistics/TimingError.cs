namespace Mongoose.Runtime.Statistics;

/// <summary>How late the machine was, in milliseconds: nothing finer than this can be read out of a result.</summary>
public sealed record TimingError(double P50, double P99)
{
    public static readonly TimingError Unknown = new(double.NaN, double.NaN);

    public static TimingError Of(DelaySamples samples)
    {
        DelaySummary summary = samples.Summarise();
        return new TimingError(summary.P50, summary.P99);
    }
}
