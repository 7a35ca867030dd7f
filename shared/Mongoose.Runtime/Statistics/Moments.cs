namespace Mongoose.Runtime.Statistics;

/// <summary>Mean and spread of samples. NaN if there are too few samples.</summary>
public static class Moments
{
    /// <summary>The mean; NaN if there are no samples.</summary>
    public static double Mean(ReadOnlySpan<double> samples)
    {
        double sum = 0;
        foreach (double sample in samples)
            sum += sample;
        return sum / samples.Length;
    }

    /// <summary>
    /// The sample standard deviation: the sum of squared differences from the mean is divided by n - 1. NaN below two samples.
    /// </summary>
    public static double StandardDeviation(ReadOnlySpan<double> samples)
    {
        if (samples.Length < 2)
            return double.NaN;
        double mean = Mean(samples), squares = 0;
        foreach (double sample in samples)
            squares += (sample - mean) * (sample - mean);
        return Math.Sqrt(squares / (samples.Length - 1));
    }

    /// <summary>
    /// The standard deviation divided by the mean; for a rate over time, its smoothness (RFC 5166, 2.2.2).
    /// NaN below two samples, or if the mean is not positive.
    /// </summary>
    public static double CoefficientOfVariation(ReadOnlySpan<double> samples)
    {
        double mean = Mean(samples);
        return mean > 0 ? StandardDeviation(samples) / mean : double.NaN;
    }
}
