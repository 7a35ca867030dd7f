using System.Xml.Linq;
using Mongoose.Core.Channels;
using Mongoose.Runtime.Charts;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Reports.Pairs;

/// <summary>A circuit's throughput over time, by channel, with its limit: the circuit's throttle or a line's rate.</summary>
internal static class ThroughputChart
{
    /// <summary>Space above the limit for its label.</summary>
    private const double Headroom = 1.12;

    /// <summary>The charts of a pair's circuits, drawn with the same axes.</summary>
    public static XElement[] Draw(CircuitPair pair)
    {
        PairedCircuit[] circuits = pair.Circuits.ToArray();
        double limit = pair.LimitKbps;
        (double divisor, string unit) = limit >= 1000 ? (1000, "Mbit/s") : (1, "kbit/s");
        AreaLayer[][] layers = circuits.Select(circuit => Layers(circuit, divisor)).ToArray();
        TimeSeries[] series = circuits.SelectMany(circuit => SeriesOf(circuit).Select(one => one.Series)).ToArray();
        if (series.Length == 0)
            return [];
        double bin = series[0].BinSeconds ?? 1;
        return circuits.Select((circuit, i) => new AreaChart
        {
            Description = $"Throughput by channel over time, {circuit.Name}, circuit {pair.Name}",
            Layers = layers[i],
            BinSeconds = bin,
            Seconds = series.Max(one => one.Values.Length) * bin,
            Top = Math.Max(limit / divisor * Headroom, layers.Max(AreaChart.Peak)),
            Unit = unit,
            Markers = [new Marker(limit / divisor, $"{pair.Limiter} {Figures.Rate(limit)}")],
        }.Draw()).ToArray();
    }

    private static AreaLayer[] Layers(PairedCircuit circuit, double divisor) => SeriesOf(circuit)
        .Select(layer => new AreaLayer(Palette.Style(layer.Channel), Title(layer.Channel, layer.Series.Values),
            layer.Series.Values.Select(value => value / divisor).ToArray()))
        .ToArray();

    private static IEnumerable<(Channel Channel, TimeSeries Series)> SeriesOf(PairedCircuit circuit) => Palette.Order
        .Select(channel => (channel, Series: circuit.SeriesOf(channel)))
        .Where(layer => layer.Series is not null)
        .Select(layer => (layer.channel, layer.Series!));

    private static string Title(Channel channel, double[] bins) =>
        $"{channel}: {Figures.Whole(bins.Average())} kbit/s on average";
}
