using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Reports;

/// <summary>The two servers on one circuit; a run that was not done is null.</summary>
internal sealed record Comparison(double ThrottleKbps, RunResult? Stock, RunResult? Mongoose)
{
    public IEnumerable<RunResult> Runs => new[] { Stock, Mongoose }.OfType<RunResult>();

    /// <summary>One to each throttle, in the order they were run.</summary>
    public static Comparison[] Of(DemoResult result) => result.Runs
        .GroupBy(run => run.ThrottleKbps)
        .Select(runs => new Comparison(runs.Key,
            runs.LastOrDefault(run => run.Server == RunResult.Stock),
            runs.LastOrDefault(run => run.Server == RunResult.Mongoose)))
        .ToArray();
}
