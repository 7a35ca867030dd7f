using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Visits;

namespace Mongoose.Testbed.OpenSim;

/// <summary>One run in a running grid: viewers arrive, download and watch; their figures.</summary>
internal sealed class OpenSimRun : IDisposable
{
    private readonly OpenSimInstance _grid;
    private readonly RealTimeLoop _loop = new("viewers");
    private readonly List<(GridVisit Visit, VisitRecorder Recorder)> _clients = [];
    private GridVisit? _walker;
    private FreshnessProbe? _probe;
    private Instant _from;
    private Duration _cpuAtStart;

    public OpenSimRun(OpenSimInstance grid) => _grid = grid;

    /// <summary>Logs everybody in.</summary>
    /// <param name="plans">One for each viewer.</param>
    /// <param name="firstUser">The first account that nobody has used yet; one more than the viewers are taken.</param>
    /// <param name="cancellation">Ends the waiting.</param>
    public void Begin(IReadOnlyList<VisitPlan> plans, int firstUser, CancellationToken cancellation)
    {
        _walker = GridVisit.Begin(_loop, _grid, firstUser++, new ViewerOptions { Throttle = plans[0].Viewer.Throttle }, cancellation: cancellation);
        foreach (VisitPlan plan in plans)
            Arrive(plan, firstUser++, cancellation);
        _probe = new FreshnessProbe(_loop, _walker.Viewer, _walker.Login.AgentId, _clients[0].Visit.Viewer);
        _loop.Invoke(_probe.Start);
        (_from, _cpuAtStart) = (RealTimeLoop.Clock, _grid.ProcessorTime);
    }

    /// <summary>Ends the run. The figures are the means of the viewers', but for the delays, which are the first viewer's.</summary>
    public RunResult Finish()
    {
        double cpuPercent = 100 * ((_grid.ProcessorTime - _cpuAtStart) / (RealTimeLoop.Clock - _from));
        return _loop.Invoke(() =>
        {
            _probe!.Stop();
            RunResult[] results = _clients.Select(client => End(client.Visit, client.Recorder)).ToArray();
            return MeanResult.Of(results) with
            {
                CpuPercent = cpuPercent,
                TaskDelayMs = _probe.Ages.Summarise(),
                Series = MeanResult.Of(results).Series with { TaskDelayMs = _probe.Ages.Quantiles() },
            };
        });
    }

    public void Dispose()
    {
        foreach ((GridVisit visit, _) in _clients)
            visit.Dispose();
        _walker?.Dispose();
        _loop.Dispose();
    }

    private void Arrive(VisitPlan plan, int user, CancellationToken cancellation)
    {
        GridVisit visit = new(_loop, GridVisit.LogIn(_grid, user, cancellation), plan.Viewer, plan.ToServer, plan.ToClient);
        VisitRecorder recorder = new(plan);
        _clients.Add((visit, recorder));
        _loop.Invoke(() =>
        {
            visit.Connected = () => recorder.Begin(_loop.Now);
            visit.Viewer.PacketArrived = recorder.Add;
            visit.Viewer.TextureCompleted = (texture, _) => recorder.TextureCompleted(texture, _loop.Now);
        });
        visit.Arrive(cancellation);
    }

    private RunResult End(GridVisit visit, VisitRecorder recorder)
    {
        recorder.End(_loop.Now);
        visit.Viewer.PacketArrived = null;
        RunResult result = recorder.Result(visit.Viewer);
        return result with { Resends = result.Channels.Sum(channel => channel.Resent), AckStalls = null };
    }
}
