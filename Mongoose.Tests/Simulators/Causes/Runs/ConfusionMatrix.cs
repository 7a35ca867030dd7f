using System.Runtime.Versioning;
using Mongoose.Core.Status.Figures;
using Mongoose.Tests.Simulators.Causes.Figures;

namespace Mongoose.Tests.Simulators.Causes.Runs;

/// <summary>The seconds of all runs, by the set-up's cause and by the cause that the page named first.</summary>
[SupportedOSPlatform("linux")]
internal sealed class ConfusionMatrix
{
    private readonly ILookup<string, string> _namedByMade;
    private readonly string[] _columns;

    public ConfusionMatrix(IReadOnlyCollection<SetupOutcome> outcomes)
    {
        _namedByMade = outcomes.SelectMany(outcome => outcome.Seconds.Select(second => (outcome.Setup.By, Named: second.Page.By)))
            .ToLookup(pair => pair.By, pair => pair.Named);
        _columns = [.. _namedByMade.SelectMany(named => named.Append(named.Key)).Distinct().OrderBy(PlaceOf)];
    }

    /// <summary>The table's head.</summary>
    public string Head => $"| made, named: | {string.Join(" | ", _columns)} |";

    /// <summary>A row for each cause that was made.</summary>
    public IEnumerable<string> Rows =>
        from made in _namedByMade
        orderby PlaceOf(made.Key)
        select $"| {made.Key} | {string.Join(" | ", _columns.Select(column => made.Count(named => named == column)))} |";

    private static int PlaceOf(string by) =>
        by == PageReading.Nothing ? Cause.All.Count : Cause.All.TakeWhile(cause => cause.Name != by).Count();
}
