using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Reports.Plots;

/// <summary>One series of a figure, as each run measured it.</summary>
/// <param name="Label">What the figure calls it.</param>
/// <param name="Runs">One to each run that has it, at least one.</param>
public sealed record SeriesGroup<T>(string Label, IReadOnlyList<T> Runs) where T : DataSeries
{
    public string Unit => Runs[0].Unit;
}
