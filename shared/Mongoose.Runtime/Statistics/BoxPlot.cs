namespace Mongoose.Runtime.Statistics;

/// <summary>
/// A distribution as a box: quartiles (type 7, see <see cref="Percentiles"/>), whiskers to the last samples within 1.5 interquartile ranges
/// of the box, and the samples beyond them. (Tukey, Exploratory Data Analysis, 2C.)
/// </summary>
public sealed record BoxPlot(double Median, double Lower, double Upper, double WhiskerLow, double WhiskerHigh, double[] Outliers)
{
    /// <summary>The maximum length of a whisker in interquartile ranges.</summary>
    public const double Reach = 1.5;

    /// <summary>The box plot of ascending samples, at least one.</summary>
    /// <exception cref="ArgumentException">There are no samples.</exception>
    public static BoxPlot From(ReadOnlySpan<double> sorted)
    {
        if (sorted.IsEmpty)
            throw new ArgumentException("there are no samples", nameof(sorted));
        double lower = Percentiles.Of(sorted, 0.25), upper = Percentiles.Of(sorted, 0.75);
        double low = lower - Reach * (upper - lower), high = upper + Reach * (upper - lower);
        double[] all = sorted.ToArray();
        double[] inside = Array.FindAll(all, sample => sample >= low && sample <= high);
        // With few samples, for example three, there may be none between an interpolated quartile and its fence: the whisker then ends at
        // the box.
        return new BoxPlot(Percentiles.Of(sorted, 0.5), lower, upper,
            inside.Length == 0 ? lower : Math.Min(lower, inside[0]), inside.Length == 0 ? upper : Math.Max(upper, inside[^1]),
            Array.FindAll(all, sample => sample < low || sample > high));
    }
}
