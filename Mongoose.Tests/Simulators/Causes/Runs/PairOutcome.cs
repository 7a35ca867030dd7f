using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Setups;

namespace Mongoose.Tests.Simulators.Causes.Runs;

/// <summary>What the page said about two causes at once, and what ending each of them alone brought.</summary>
/// <param name="One">A set-up.</param>
/// <param name="Other">Another.</param>
/// <param name="Seconds">The seconds with both.</param>
/// <param name="Both">How visitors fared with both.</param>
/// <param name="WithoutOne">How they fared when the one had ended.</param>
/// <param name="WithoutOther">How they fared when the other had ended.</param>
[SupportedOSPlatform("linux")]
internal sealed record PairOutcome(
    Setup One, Setup Other, IReadOnlyList<Second> Seconds, Comfort Both, Comfort WithoutOne, Comfort WithoutOther)
{
    /// <summary>If the two ends bring the same within this much, either may be named first.</summary>
    private const double Same = 0.03;

    /// <summary>What the end of the one brings.</summary>
    public double GainOfOne => WithoutOne.Total - Both.Total;

    /// <summary>What the end of the other brings.</summary>
    public double GainOfOther => WithoutOther.Total - Both.Total;

    /// <summary>Part of the seconds in which the page named a cause first whose end brings most.</summary>
    public double Right => Seconds.Count == 0 ? 0
        : (double)Seconds.Count(second => (IsBest(GainOfOne, GainOfOther) && second.Names(One))
            || (IsBest(GainOfOther, GainOfOne) && second.Names(Other))) / Seconds.Count;

    public string Row => FormattableString.Invariant(
        $"| {One} + {Other} | {Text(Both)} | {Text(WithoutOne)} | {Text(WithoutOther)} | {100 * Right:0} | ")
        + string.Join(", ", Seconds.GroupBy(second => second.Page.By).OrderByDescending(same => same.Count())
            .Select(same => $"{same.Key} {same.Count()}")) + " |";

    private static bool IsBest(double gain, double other) => gain > other - Same;

    private static string Text(Comfort comfort) =>
        FormattableString.Invariant($"{comfort.Total:0.00} ({comfort.Rate:0.00} x {comfort.Freshness:0.00} x {comfort.Speed:0.00})");
}
