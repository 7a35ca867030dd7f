using System.Xml.Linq;
using Mongoose.Core.Channels;
using Mongoose.Testbed.Reports.Style;
using Mongoose.Testbed.Reports.Svg;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Reports;

/// <summary>What a circuit carried over time, by channel, under what limits it: the circuit's throttle or a line.</summary>
internal static class ThroughputChart
{
    /// <summary>Room above the limit for its label.</summary>
    private const double Headroom = 1.12;

    /// <summary>The charts of runs that stand side by side: their axes are the same.</summary>
    public static XElement[] Draw(Comparison pair)
    {
        RunResult[] runs = pair.Runs.ToArray();
        if (runs.Length == 0)
            return [];
        double limit = pair.LimitKbps;
        (double divisor, string unit) = limit >= 1000 ? (1000, "Mbit/s") : (1, "kbit/s");
        AreaLayer[][] layers = runs.Select(run => Layers(run, divisor)).ToArray();
        double top = Math.Max(limit / divisor * Headroom, layers.Max(AreaChart.Peak));
        double seconds = runs.Max(Seconds);
        return runs.Select((run, i) => new AreaChart
        {
            Description = $"Throughput by channel over time, {run.Server}, circuit {pair.Name}",
            Layers = layers[i],
            BinSeconds = BinSeconds(run),
            Seconds = seconds,
            Top = top,
            Unit = unit,
            Markers = [new Marker(limit / divisor, $"{pair.Limiter} {Figures.Rate(limit)}")],
        }.Draw()).ToArray();
    }

    private static double BinSeconds(RunResult run) => run.Series.BinMs / 1000;

    private static double Seconds(RunResult run) =>
        run.Series.Kbps.Select(bins => bins.Length).DefaultIfEmpty(0).Max() * BinSeconds(run);

    private static AreaLayer[] Layers(RunResult run, double divisor) => Palette.Order
        .Select(channel => (Channel: channel, Bins: run.Series.Of(channel)))
        .Where(layer => layer.Bins.Length > 0)
        .Select(layer => new AreaLayer(Palette.Style(layer.Channel), Title(layer.Channel, layer.Bins),
            layer.Bins.Select(value => value / divisor).ToArray()))
        .ToArray();

    private static string Title(Channel channel, double[] bins) =>
        $"{channel}: {Figures.Whole(bins.Average())} kbit/s on average";
}
