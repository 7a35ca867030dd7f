using System.Xml.Linq;
using Mongoose.Testbed.Reports.Style;
using Mongoose.Testbed.Reports.Svg;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Reports;

/// <summary>The distribution of Task delay with each server, as a CDF over a logarithmic axis.</summary>
internal static class DelayChart
{
    public static XElement Draw(Comparison pair)
    {
        LineSeries[] curves = pair.Runs.Select(Curve).ToArray();
        double[] delays = curves.SelectMany(curve => curve.Points).Select(point => point.X)
            .Where(delay => delay > 0 && double.IsFinite(delay)).DefaultIfEmpty(1).ToArray();
        return new LineChart
        {
            Description = $"Cumulative distribution of Task delay, circuit {pair.Name}",
            Series = curves,
            X = new AxisRange("delay, ms", delays.Min(), delays.Max()) { Logarithmic = true },
            Y = new AxisRange("%", 0, 100),
        }.Draw();
    }

    private static LineSeries Curve(RunResult run)
    {
        double[] delays = run.Series.TaskDelayMs;
        double last = Math.Max(1, delays.Length - 1);
        string style = run.Server == RunResult.Stock ? "stock" : "mongoose";
        return new LineSeries(run.Server, style, delays.Select((delay, i) => (delay, 100 * i / last)).ToArray())
        {
            Marks = [Mark(run, "p50", run.TaskDelayMs.P50, 50), Mark(run, "p99", run.TaskDelayMs.P99, 99)],
        };
    }

    private static (double X, double Y, string Title) Mark(RunResult run, string name, double delay, double percent) =>
        (delay, percent, $"{run.Server}, {name}: {Figures.Tenths(delay)} ms");
}
