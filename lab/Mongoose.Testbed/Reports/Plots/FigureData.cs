using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Reports.Plots;

/// <summary>The data of a figure, from one result or from several results that it compares.</summary>
internal sealed class FigureData(IReadOnlyList<TestbedResult> results)
{
    /// <summary>Series of one kind that match the figure's patterns, ordered by pattern, then by result.</summary>
    public SeriesGroup<T>[] Select<T>(FigureSpec spec) where T : DataSeries
    {
        (string Name, T[] Runs)[] found = Matching(spec, result =>
            result.Runs.SelectMany(run => run.Series).OfType<T>().Select(series => series.Name),
            (result, name) => result.Runs.SelectMany(run => run.Series.OfType<T>().Where(series => series.Name == name)).ToArray());
        string[] labels = ShortNames.From(found.Select(group => group.Name).ToArray());
        return found.Zip(labels, (group, label) => new SeriesGroup<T>(label, group.Runs)).ToArray();
    }

    /// <summary>Stats that match the figure's patterns, summarised over their runs.</summary>
    public (string Label, SampleSummary Summary)[] Stats(FigureSpec spec)
    {
        (string Name, SampleSummary Summary)[] found = Matching(spec,
            result => result.Runs.SelectMany(run => run.Stats.Names), (result, name) => SampleSummary.From(result.Values(name)));
        return ShortNames.From(found.Select(stat => stat.Name).ToArray()).Zip(found, (label, stat) => (label, stat.Summary)).ToArray();
    }

    /// <summary>The mean of a stat over the runs of the first result that has it; NaN if none has.</summary>
    public double Mean(string stat) => results.Where(result => result.Runs.Any(run => run.Stats.TryGet(stat, out _)))
        .Select(result => result.Mean(stat)).FirstOrDefault(double.NaN);

    private (string Name, TValue Value)[] Matching<TValue>(
        FigureSpec spec, Func<TestbedResult, IEnumerable<string>> names, Func<TestbedResult, string, TValue> value)
    {
        var all = results.SelectMany(result => names(result).Distinct().Select(name => (Result: result, Name: name))).ToArray();
        return spec.Series
            .SelectMany(pattern => all.Where(item => NamePattern.Matches(pattern, pattern.Contains(':') ? FullName(item) : item.Name)))
            .Distinct()
            .Select(item => (results.Count > 1 ? FullName(item) : item.Name, value(item.Result, item.Name)))
            .ToArray();
    }

    private string FullName((TestbedResult Result, string Name) item)
    {
        bool bothClocks =
            results.Any(other => other.Scenario.Name == item.Result.Scenario.Name && other.Scenario.Clock != item.Result.Scenario.Clock);
        return $"{item.Result.Scenario.Name}{(bothClocks ? $" ({item.Result.Scenario.Clock})" : "")}:{item.Name}";
    }
}

/// <summary>One series of a figure, as measured in each run.</summary>
/// <param name="Label">The series' name in the figure.</param>
/// <param name="Runs">One series per run that has it; at least one.</param>
internal sealed record SeriesGroup<T>(string Label, IReadOnlyList<T> Runs) where T : DataSeries
{
    public string Unit => Runs[0].Unit;
}
