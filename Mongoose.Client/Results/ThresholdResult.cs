using Mongoose.Client.Bots;

namespace Mongoose.Client.Results;

/// <summary>What a threshold found.</summary>
/// <param name="FailIf">The condition.</param>
/// <param name="Value">What the run had.</param>
/// <param name="Crossed">Whether the run fails by it.</param>
public sealed record ThresholdResult(string FailIf, double Value, bool Crossed)
{
    public static ThresholdResult Of(Threshold threshold, RunSummary summary) =>
        new(threshold.ToString(), threshold.ValueIn(summary), threshold.IsCrossed(summary));
}
