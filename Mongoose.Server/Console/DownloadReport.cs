using Mongoose.Core.Downloads;
using Mongoose.Core.Status.Figures;
using Mongoose.Server.Downloads;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Console;

/// <summary>The output of "mongoose show downloads", as text.</summary>
internal static class DownloadReport
{
    public const string Columns =
        "One line per visitor whose downloads of textures, meshes or assets Mongoose paces now, from all regions together.\n"
        + "Waiting is the number of responses that are ready and not sent completely, kbit/s the rate at which they arrive, Queue ms\n"
        + "the time that packets queue on the visitor's line. By names what holds the downloads back: line (the visitor's line\n"
        + "carries no more), competing (other traffic fills that line too), uplink (the simulator's own line, UplinkKbps), viewer\n"
        + "(it reads no faster, or TCP's own window is small, as after a loss), or - for nothing.\n"
        + "Below are the responses that each region has sent by each capability, with the mean time from ready to sent.";

    private static readonly ConsoleColumns<(string Visitor, DownloadFigures Figures)> OfVisitor = new(
        ("Visitor", 36, row => row.Visitor),
        ("Connections", 11, row => row.Figures.Connections),
        ("Waiting", 7, row => row.Figures.Waiting),
        ("kbit/s", 7, row => FigureUnit.Rate.Text(row.Figures.Rate.BytesPerSecond)),
        ("Queue ms", 8, row => FigureUnit.Time.Text(row.Figures.Queueing.Seconds)),
        ("By", 9, row => row.Figures.Limit == DownloadLimit.Nothing ? "-" : row.Figures.Limit.Name()));

    private static readonly ConsoleColumns<(string Region, string Cap, DownloadCount Count)> OfCap = new(
        ("Region", 20, row => row.Region),
        ("Capability", 11, row => row.Cap),
        ("Responses", 9, row => row.Count.Responses),
        ("MB", 9, row => Reports.Text(row.Count.Bytes / 1e6, "0.00")),
        ("Mean s", 7, row => row.Count.Responses == 0 ? "-" : Reports.Text(row.Count.Seconds / row.Count.Responses, "0.000")));

    public static string Make() => ModuleState.Current is not { } state
        ? Decision.NoRegion
        : string.Join('\n', [.. Tables(state.Downloads), .. Notes(state)]);

    private static IEnumerable<string> Tables(DownloadCaps? caps)
    {
        (string, DownloadFigures)[] visitors = [.. Visitors(caps).OrderBy(row => row.Name)];
        yield return visitors.Length > 0 ? $"{OfVisitor.Table(visitors)}" : "Mongoose paces no download now.";
        (string, string, DownloadCount)[] sent = [.. Sent()];
        if (sent.Length > 0)
            yield return $"{OfCap.Table(sent)}";
    }

    private static IEnumerable<(string Name, DownloadFigures Figures)> Visitors(DownloadCaps? caps)
    {
        ILookup<string, string> names = RunningServers.All.SelectMany(server => server.Circuits).Where(circuit => !circuit.Port.IsChild)
            .ToLookup(circuit => circuit.Port.View.AgentId.ToString(), circuit => circuit.Port.Name);
        return from visitor in caps?.Visitors ?? []
               let figures = visitor.Figures
               where figures is not null
               select (names[visitor.Agent].FirstOrDefault(visitor.Agent), figures.Value);
    }

    private static IEnumerable<(string Region, string Cap, DownloadCount Count)> Sent() =>
        from server in RunningServers.All
        from cap in Enumerable.Range(0, DownloadCounters.Names.Count)
        let count = server.Downloads.SinceReset(cap)
        where count.Bytes > 0
        select (server.RegionName, DownloadCounters.Names[cap], count);

    /// <summary>Which downloads Mongoose does not count, and why.</summary>
    public static IEnumerable<string> NotCounted(ModuleState state)
    {
        if (state.WhyUnpaced is { } why)
            yield return $"Downloads are not paced: {why}.";
        string elsewhere = string.Join(", ", state.Downloads?.Elsewhere ?? []);
        if (elsewhere.Length > 0)
            yield return $"Other servers serve {elsewhere}: Mongoose neither paces nor counts those downloads.";
    }

    private static IEnumerable<string> Notes(ModuleState state)
    {
        foreach (string note in NotCounted(state))
            yield return note;
        long unpaced = RunningServers.All.Sum(server => server.Downloads.Unpaced.SinceReset);
        if (unpaced > 0)
            yield return $"Responses sent unpaced after failures: {unpaced}. OpenSim.log has the first failure.";
    }
}
