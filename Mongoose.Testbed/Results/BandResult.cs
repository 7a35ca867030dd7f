namespace Mongoose.Testbed.Results;

/// <summary>A figure beside what was expected of it.</summary>
internal sealed record BandResult
{
    private const double RoundingError = 1e-12;

    public required string Stat { get; init; }

    /// <summary>The least that passes; null for no lower bound.</summary>
    public double? Min { get; init; }

    /// <summary>The most that passes; null for no upper bound.</summary>
    public double? Max { get; init; }

    /// <summary>NaN when it was not measured.</summary>
    public double Value { get; init; }

    public BandVerdict Verdict { get; init; }

    /// <summary>How far the value is below the least (negative) or above the most (positive), in the stat's unit; 0 when it passes, else NaN.</summary>
    public double By { get; init; }

    /// <summary>What passing would mean, in words; may be empty.</summary>
    public string Claim { get; init; } = "";

    public static BandResult Judge(string stat, double? min, double? max, double value, string claim = "")
    {
        double by = double.IsNaN(value) ? double.NaN : IsBelow(value, min) ? value - min!.Value : IsBelow(max, value) ? value - max!.Value : 0;
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

    /// <summary>A mean may differ from a round bound by an error of rounding alone.</summary>
    private static bool IsBelow(double? a, double? b) => a < b && b - a > RoundingError * Math.Abs(b.Value);
}

/// <summary>Whether a figure is what was expected.</summary>
internal enum BandVerdict
{
    Pass,
    Fail,
    NotMeasured,
}
