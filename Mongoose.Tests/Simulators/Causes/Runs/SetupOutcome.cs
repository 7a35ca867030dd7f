using System.Globalization;
using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Setups;

namespace Mongoose.Tests.Simulators.Causes.Runs;

/// <summary>What the page said about a set-up.</summary>
/// <param name="Setup">The set-up.</param>
/// <param name="NamedAfter">The seconds until the page named the cause for the first time; null: it did not in time.</param>
/// <param name="Seconds">The seconds from then on.</param>
/// <param name="WrongVisitors">The mean number of the set-up's visitors for whom the page named another cause.</param>
/// <param name="WrongOthers">The mean number of other visitors for whom the page named the set-up's cause.</param>
[SupportedOSPlatform("linux")]
internal sealed record SetupOutcome(Setup Setup, int? NamedAfter, IReadOnlyList<Second> Seconds, double WrongVisitors, double WrongOthers)
{
    /// <summary>Part of the seconds in which the page named the cause.</summary>
    public double Right => Part(second => second.Names(Setup));

    /// <summary>Part of the seconds in which the page named another, also beside it.</summary>
    public double Wrong => Part(second => second.IsWrong(Setup));

    /// <summary>Seconds by the cause that the page named first, the most frequent first.</summary>
    public IEnumerable<(string By, int Count)> Named => Seconds
        .GroupBy(second => second.Page.Part is { } part ? $"{second.Page.By}/{part}" : second.Page.By)
        .Select(same => (same.Key, same.Count())).OrderByDescending(same => same.Item2);

    /// <summary>A row of the table.</summary>
    public string Row => FormattableString.Invariant(
        $"| {Setup} | {Expected} | {NamedAfter?.ToString(CultureInfo.InvariantCulture) ?? "-"} | {100 * Right:0} |")
        + FormattableString.Invariant($" {100 * Wrong:0} | {WrongVisitors:0.0} | {WrongOthers:0.0} | ")
        + string.Join(", ", Named.Select(named => $"{named.By} {named.Count}")) + " |";

    private string Expected => Setup.Parts.Count > 0 ? $"{Setup.By} {string.Join(" or ", Setup.Parts)}" : Setup.By;

    private double Part(Func<Second, bool> what) => Seconds.Count == 0 ? 0 : (double)Seconds.Count(what) / Seconds.Count;
}
