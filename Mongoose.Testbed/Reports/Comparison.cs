using Mongoose.Testbed.Reports.Style;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Reports;

/// <summary>The two servers on one circuit; a run that was not done is null.</summary>
internal sealed record Comparison(double ThrottleKbps, double? LineKbps, RunResult? Stock, RunResult? Mongoose)
{
    /// <summary>What is compared, in full.</summary>
    public string Name => Figures.Rate(ThrottleKbps) + (LineKbps is null ? "" : $" over a {Heading}");

    /// <summary>What bounds the goodput, in short.</summary>
    public string Heading => (LineKbps is null ? "" : "line of ") + Figures.Rate(LimitKbps);

    public double LimitKbps => LineKbps ?? ThrottleKbps;

    /// <summary>What the limit is of.</summary>
    public string Limiter => LineKbps is null ? "circuit" : "line";

    public IEnumerable<RunResult> Runs => new[] { Stock, Mongoose }.OfType<RunResult>();

    /// <summary>One to each throttle and line, in the order they were run.</summary>
    public static Comparison[] Of(DemoResult result) => result.Runs
        .GroupBy(run => (run.ThrottleKbps, run.LineKbps))
        .Select(runs => new Comparison(runs.Key.ThrottleKbps, runs.Key.LineKbps,
            runs.LastOrDefault(run => run.Server == RunResult.Stock),
            runs.LastOrDefault(run => run.Server == RunResult.Mongoose)))
        .ToArray();
}
