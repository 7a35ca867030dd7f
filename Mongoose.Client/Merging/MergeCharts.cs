using System.Xml.Linq;
using Mongoose.Client.Results;
using Mongoose.Runtime.Charts;
using Mongoose.Runtime.Pages;

namespace Mongoose.Client.Merging;

/// <summary>The charts of a report.</summary>
internal static class MergeCharts
{
    public static IEnumerable<XElement> Draw(BotRunResult result) =>
    [
        .. result.OverTime.Second.Length > 0 ? [OverTime(result.OverTime)] : (XElement[])[],
        // Beside an empty place, so that the chart is as large as the others.
        .. result.Histograms.RoundTripMs.Counts.Length > 0
            ? [Pair(Figure("Round trips", RoundTrips(result.Histograms.RoundTripMs)), Html.Element("div"))]
            : (XElement[])[],
    ];

    private static XElement OverTime(RunSeries time) => Pair(
        Figure("Bots in a region",
            OverTime("The number of bots in a region over time.", "bots", [Curve(0, "in a region", time.Second, time.InRegion)])),
        Figure("Rates of all bots", OverTime("The rates of all bots over time.", "kbit/s",
            [Curve(0, "received", time.Second, time.ReceivedKbps), Curve(1, "requested", time.Second, time.RequestedKbps)])));

    private static XElement Pair(XElement left, XElement right) => Html.Element("div", Html.Class("pair"), left, right);

    private static XElement Figure(string title, LineChart chart) =>
        Html.Element("figure", Html.Element("figcaption", Html.Element("b", title)), chart.Draw());

    private static LineSeries Curve(int style, string name, double[] x, double[] y) =>
        new(name, Palette.Style(style), Gapped(x, y).ToArray());

    /// <summary>A second in which no part ran interrupts the curve.</summary>
    private static IEnumerable<(double X, double Y)> Gapped(double[] x, double[] y)
    {
        for (int i = 0; i < x.Length; i++)
        {
            if (i > 0 && x[i] - x[i - 1] > 1)
                yield return (double.NaN, double.NaN);
            yield return (x[i], y[i]);
        }
    }

    private static LineChart OverTime(string description, string unit, LineSeries[] series)
    {
        IEnumerable<(double X, double Y)> points = series.SelectMany(curve => curve.Points).Where(point => double.IsFinite(point.X));
        return new LineChart
        {
            Description = description,
            Series = series,
            X = new AxisRange("time, s", 0, points.Max(point => point.X)) { Exact = true, Ticks = 8 },
            Y = new AxisRange(unit, 0, Math.Max(1, points.Max(point => point.Y))),
        };
    }

    /// <summary>
    /// The share of all round trips in each bucket. On a logarithmic axis, buckets have similar widths, so that their heights compare.
    /// </summary>
    private static LineChart RoundTrips(DelayCounts delays)
    {
        (double X, double Y)[] shares = delays.SharesByLowerBound().Select(bucket => (bucket.FromMs, 100 * bucket.Share)).ToArray();
        return new LineChart
        {
            Description = "The share of round trips by their length.",
            Series = [new LineSeries("share of round trips in each bucket", Palette.Style(0),
                [(shares[0].X, 0), .. shares]) { Steps = true }],
            X = new AxisRange("round trip, ms", shares[0].X, shares[^1].X) { Logarithmic = true },
            Y = new AxisRange("% of round trips", 0, shares.Max(share => share.Y)),
        };
    }
}
