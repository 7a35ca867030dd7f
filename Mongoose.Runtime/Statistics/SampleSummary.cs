namespace Mongoose.Runtime.Statistics;

/// <summary>Repeated measurements of one figure: how many there are, their mean and spread, and where the true mean lies.</summary>
/// <param name="N">How many were measured.</param>
/// <param name="Mean">NaN when none was.</param>
/// <param name="Sd">Standard deviation (divided by n - 1); NaN below two.</param>
/// <param name="Low95">The lower end of the 95 % confidence interval of the mean, mean - t(0.975, n - 1) sd / sqrt(n); NaN below two.</param>
/// <param name="High95">The upper end.</param>
public sealed record SampleSummary(int N, double Mean, double Sd, double Low95, double High95)
{
    /// <summary>Of the samples that are finite: what was not measured is NaN and does not count.</summary>
    public static SampleSummary Of(IEnumerable<double> samples)
    {
        double[] measured = samples.Where(double.IsFinite).ToArray();
        double mean = Moments.Mean(measured), sd = Moments.StandardDeviation(measured);
        double half = measured.Length < 2 ? double.NaN : StudentT.Quantile975(measured.Length - 1) * sd / Math.Sqrt(measured.Length);
        return new SampleSummary(measured.Length, mean, sd, mean - half, mean + half);
    }
}
