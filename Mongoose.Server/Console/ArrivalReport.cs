using Mongoose.Core.Channels;
using Mongoose.Core.Status.Arrivals;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Units;
using Mongoose.Server.Downloads;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;
using Mongoose.Server.Status;

namespace Mongoose.Server.Console;

/// <summary>The output of "mongoose show arrivals", as text.</summary>
internal static class ArrivalReport
{
    public const string Columns =
        "One line per arrival, the newest first. Ago is the number of seconds since it began, Watched how long it was watched, and\n"
        + "95 % the number of seconds until 95 % of its bytes had been sent, or - if that is not known yet or the visitor left before.\n"
        + "From is neighbour if the avatar came from a region from which its viewer saw this one: most was sent before.\n"
        + "By names the limit of the most seconds, with the words of 'mongoose show circuits'; a second in which only downloads\n"
        + "wait for the line counts as delay, or as uplink if they wait for UplinkKbps. The other columns are kB, by UDP channel and\n"
        + "by HTTP capability, from all regions of this simulator. Downloads that Mongoose does not pace are not counted.\n"
        + "Below are the assets that cost most in all these arrivals: Times is the number of responses, Arrivals in how many of the\n"
        + "arrivals they were sent.";

    private const string Remedy =
        "Smaller textures help most: one with half the width and half the height costs about a quarter.";

    private const int Assets = 10;

    private static readonly ConsoleColumns<(Arrival Arrival, Instant Now)> OfArrival = new(
    [
        ("Visitor", 20, row => row.Arrival.Start.Name),
        ("Region", 12, row => row.Arrival.Start.Region),
        ("Ago", 5, row => Seconds(row.Now - row.Arrival.Start.At, "0")),
        ("From", 9, row => row.Arrival.Start.IsFromNeighbour ? "neighbour" : FigureUnit.Unknown),
        ("Watched", 7, row => Seconds(row.Arrival.Watched, "0")),
        ("95 %", 6, row => row.Arrival.Until95 is { } time ? Seconds(time, "0.0") : FigureUnit.Unknown),
        ("By", 9, row => Figure.NameOf(row.Arrival.Cause)),
        .. Enum.GetValues<Channel>().Select(channel => Sum(channel.ToString(), arrival => Of(arrival.Udp, channel))),
        .. DownloadCounters.Names.Select(cap => Sum(cap, arrival => Of(arrival.Http, cap))),
    ]);

    private static readonly ConsoleColumns<(AssetCost Cost, int Arrivals)> OfAsset = new(
        ("Asset", 36, row => row.Cost.Id),
        ("Capability", 11, row => row.Cost.Capability),
        ("kB", 9, row => FigureUnit.Data.Text(row.Cost.Bytes)),
        ("Times", 6, row => row.Cost.Times),
        ("Arrivals", 8, row => row.Arrivals));

    public static string Make() => ModuleState.Current is not { } state
        ? Decision.NoRegion
        : string.Join('\n', [.. Tables(Newest, OutboundThread.Now), .. DownloadReport.NotCounted(state)]);

    private static IReadOnlyList<Arrival> Newest => StatusService.Source?.Arrivals.Newest ?? [];

    /// <summary>The tables of these arrivals.</summary>
    public static IEnumerable<string> Tables(IReadOnlyList<Arrival> arrivals, Instant now)
    {
        if (arrivals.Count == 0)
        {
            yield return "No visitor has arrived yet.";
            yield break;
        }
        yield return $"{OfArrival.Table(arrivals.Select(arrival => (arrival, now)))}";
        (AssetCost, int)[] assets = [.. Expensive(arrivals)];
        if (assets.Length > 0)
            yield return $"{OfAsset.Table(assets)}\n{Remedy}";
    }

    private static IEnumerable<(AssetCost Cost, int Arrivals)> Expensive(IReadOnlyList<Arrival> arrivals) =>
        (from arrival in arrivals
         from cost in arrival.Assets
         group cost by (cost.Capability, cost.Id) into same
         orderby same.Sum(cost => cost.Bytes) descending, same.Key.Id
         select (new AssetCost(same.Key.Capability, same.Key.Id, same.Sum(cost => cost.Bytes), same.Sum(cost => cost.Times)), same.Count()))
        .Take(Assets);

    private static (string, int, Func<(Arrival Arrival, Instant Now), object>) Sum(string name, Func<Arrival, long?> bytes) =>
        (name, Math.Max(8, name.Length), row => FigureUnit.Data.Text(bytes(row.Arrival)));

    private static long? Of<TKey>(IReadOnlyList<(TKey Key, long Bytes)> sums, TKey key)
    {
        foreach ((TKey known, long bytes) in sums)
        {
            if (known!.Equals(key))
                return bytes;
        }
        return null;
    }

    private static string Seconds(Duration time, string format) => Reports.Text(time.Seconds, format);
}
