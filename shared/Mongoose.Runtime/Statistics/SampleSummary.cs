namespace Mongoose.Runtime.Statistics;

/// <summary>Repeated measurements of one figure: their number, mean and spread, and the confidence interval of the true mean.</summary>
/// <param name="N">The number of measurements.</param>
/// <param name="Mean">The mean; NaN if there are none.</param>
/// <param name="Sd">The standard deviation (divided by n - 1); NaN below two measurements.</param>
/// <param name="Low95">The lower end of the 95 % confidence interval of the mean, mean - t(0.975, n - 1) sd / sqrt(n); NaN below
/// two.</param>
/// <param name="High95">The upper end.</param>
public sealed record SampleSummary(int N, double Mean, double Sd, double Low95, double High95)
{
    /// <summary>Summarises the finite samples: a figure that was not measured is NaN and does not count.</summary>
    public static SampleSummary From(IEnumerable<double> samples)
    {
        double[] measured = samples.Where(double.IsFinite).ToArray();
        double mean = Moments.Mean(measured), sd = Moments.StandardDeviation(measured);
        double half = measured.Length < 2 ? double.NaN : StudentT.Quantile975(measured.Length - 1) * sd / Math.Sqrt(measured.Length);
        return new SampleSummary(measured.Length, mean, sd, mean - half, mean + half);
    }
}
