namespace Mongoose.Testbed.Results;

/// <summary>A figure with its expected range.</summary>
internal sealed record BandResult
{
    private const double RoundingError = 1e-12;

    public required string Stat { get; init; }

    /// <summary>The minimum that passes; null for no lower bound.</summary>
    public double? Min { get; init; }

    /// <summary>The maximum that passes; null for no upper bound.</summary>
    public double? Max { get; init; }

    /// <summary>The measured value; NaN if the figure was not measured.</summary>
    public double Value { get; init; }

    public BandVerdict Verdict { get; init; }

    /// <summary>
    /// The distance below the minimum (negative) or above the maximum (positive), in the stat's unit; 0 if the value passes, NaN if it was
    /// not measured.
    /// </summary>
    public double By { get; init; }

    /// <summary>The meaning of a pass, in words; may be empty.</summary>
    public string Claim { get; init; } = "";

    public static BandResult Judge(string stat, double? min, double? max, double value, string claim = "")
    {
        double by = Deviation(value, min, max);
        return new BandResult
        {
            Stat = stat,
            Min = min,
            Max = max,
            Value = value,
            Verdict = by == 0 ? BandVerdict.Pass : double.IsNaN(by) ? BandVerdict.NotMeasured : BandVerdict.Fail,
            By = by,
            Claim = claim,
        };
    }

    private static double Deviation(double value, double? min, double? max)
    {
        if (double.IsNaN(value))
            return double.NaN;
        if (IsBelow(value, min))
            return value - min!.Value;
        return IsBelow(max, value) ? value - max!.Value : 0;
    }

    /// <summary>Tolerates rounding: a mean may differ from a round bound by a rounding error.</summary>
    private static bool IsBelow(double? a, double? b) => a < b && b - a > RoundingError * Math.Abs(b.Value);
}

/// <summary>Whether a figure is in its expected range.</summary>
internal enum BandVerdict
{
    Pass,
    Fail,
    NotMeasured,
}
