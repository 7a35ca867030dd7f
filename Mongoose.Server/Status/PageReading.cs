using Mongoose.Core.Status.Arrivals;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Page;
using Mongoose.Core.Units;
using Mongoose.Server.Regions;
using Mongoose.Server.Status.History;

namespace Mongoose.Server.Status;

/// <summary>Reads this process's data for the status page.</summary>
internal static class PageReading
{
    /// <param name="history">The last ten minutes.</param>
    /// <param name="arrivals">The last arrivals.</param>
    /// <param name="withNames">Whether the reader may see visitors' names.</param>
    /// <param name="now">The time.</param>
    public static PageData Read(StatusHistory history, IReadOnlyList<Arrival> arrivals, bool withNames, Instant now) => new()
    {
        Version = Decision.Version,
        OpenSim = Decision.OpenSimVersion,
        Status = Decision.Status,
        IsOn = ModuleState.Current is { IsShaping: true },
        HasNames = withNames,
        Started = history.Started,
        Point = history.LastPoint,
        Diagnosis = history.Diagnosis,
        Process = history.Process,
        ProcessHistory = history.ProcessHistory,
        Downloads = AllDownloads(),
        Regions = [.. history.Regions.Select(Region)],
        Visitors =
        [
            .. from region in history.Regions
               from circuit in region.Circuits
               select Visitor(region, circuit, history.Diagnosis, now),
        ],
        Incidents = history.Incidents.Incidents,
        Arrivals = arrivals,
    };

    private static PageDownloads AllDownloads()
    {
        ModuleState? state = ModuleState.Current;
        DownloadFigures[] visitors = [.. (state?.Downloads?.Visitors ?? []).Select(visitor => visitor.Figures).OfType<DownloadFigures>()];
        return new PageDownloads(
            WhyUnpaced: state is null ? "Mongoose is off" : state.WhyUnpaced,
            Visitors: visitors.Length,
            Kbps: visitors.Sum(figures => figures.Rate.KilobitsPerSecond),
            Elsewhere: [.. state?.Downloads?.Elsewhere ?? []],
            Unpaced: RunningServers.All.Sum(server => server.Downloads.Unpaced.Total));
    }

    private static PageRegion Region(RegionHistory region)
    {
        MongooseUdpServer server = region.Server;
        CircuitHistory[] visitors = [.. region.Circuits.Where(circuit => !circuit.Circuit.Port.IsChild)];
        return new PageRegion
        {
            Name = server.RegionName,
            IsShaping = server.IsShaping,
            VisitorCauses = [.. visitors.Select(circuit => region.VerdictOf(circuit)?.Cause)],
            Children = region.Circuits.Count - visitors.Length,
            Limit = server.Limit,
            BorrowedPercent = region.BorrowedPercent,
            Failures = server.Failures.Count.Total,
            BadThrottles = server.Inbound.BadThrottles.Total,
            Malformed = server.Inbound.Malformed.Total,
            BusyPercent = region.BusyPercent,
            LatePercent = region.LatePercent,
            Health = region.Health,
            Scripts = region.Scripts,
            Sent = region.Sent,
            Visitors = region.Visitors,
            Delay = region.Delay,
            Lost = region.Lost,
            Limited = region.Limited,
            PassTime = region.PassTime,
            Simulation = region.Simulation,
        };
    }

    private static PageVisitor Visitor(RegionHistory region, CircuitHistory circuit, Diagnosis diagnosis, Instant now)
    {
        Verdict? verdict = region.VerdictOf(circuit);
        return new PageVisitor(
            circuit.Recent,
            Age: now - circuit.Circuit.Port.OpenedAt,
            verdict?.Cause,
            Harm: verdict?.Harm ?? 0,
            Advice: verdict is null ? null : Explanation.Advice(verdict, diagnosis),
            Limits: circuit.Circuit.Counters.TotalLimits.Seconds,
            History: circuit.All);
    }
}
