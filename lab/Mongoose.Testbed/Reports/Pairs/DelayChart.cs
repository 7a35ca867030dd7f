using System.Xml.Linq;
using Mongoose.Runtime.Charts;
using Mongoose.Runtime.Pages;

namespace Mongoose.Testbed.Reports.Pairs;

/// <summary>The distribution of Task delay of both circuits, as a CDF over a logarithmic axis.</summary>
internal static class DelayChart
{
    public static XElement Draw(CircuitPair pair)
    {
        LineSeries[] curves =
            pair.Circuits.Select(circuit => Curve(circuit, circuit.Name == pair.BaseName ? "stock" : "mongoose")).ToArray();
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

    private static LineSeries Curve(PairedCircuit circuit, string style)
    {
        double[] delays = circuit.TaskDelayQuantiles;
        double last = Math.Max(1, delays.Length - 1);
        return new LineSeries(circuit.Name, style, delays.Select((delay, i) => (delay, 100 * i / last)).ToArray())
        {
            Marks = [Mark(circuit, "p50", circuit.TaskDelayMs.P50, 50), Mark(circuit, "p99", circuit.TaskDelayMs.P99, 99)],
        };
    }

    private static (double X, double Y, string Title) Mark(PairedCircuit circuit, string name, double delay, double percent) =>
        (delay, percent, $"{circuit.Name}, {name}: {Figures.Tenths(delay)} ms");
}
