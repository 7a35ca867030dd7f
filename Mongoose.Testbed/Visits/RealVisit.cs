using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Visits;

/// <summary>
/// One server, one viewer and the link between them on the host's clock and UDP stack. The region has a thread of its own, so that its
/// processor time can be told from the rest.
/// </summary>
internal sealed class RealVisit : IDisposable
{
    private static readonly Duration ConnectTimeout = Duration.FromSeconds(10);

    private readonly VisitPlan _plan;
    private readonly RealTimeLoop _regionLoop;
    private readonly RealTimeLoop _viewerLoop;
    private readonly VisitRecorder _recorder;
    private readonly EmbeddedRegion _region;
    private readonly Viewer _viewer;
    private Instant _cpuFrom;
    private Duration? _cpuAtStart;

    /// <summary>Opens the ports; nothing is sent before <see cref="Connect"/>.</summary>
    /// <exception cref="IOException">A port cannot be bound.</exception>
    public RealVisit(VisitPlan plan)
    {
        _plan = plan;
        _recorder = new VisitRecorder(plan);
        _regionLoop = new RealTimeLoop($"region {plan.Region.Outbound}");
        _viewerLoop = new RealTimeLoop($"viewer {plan.Region.Outbound}");
        try
        {
            _region = _regionLoop.Invoke(() =>
                new EmbeddedRegion(_regionLoop, _regionLoop, UdpAddress.Loopback(plan.Port), plan.Region));
            UdpRelay relay = _viewerLoop.Invoke(() =>
                new UdpRelay(_viewerLoop, _viewerLoop, _region.Address, plan.ToServer, plan.ToClient));
            _viewer = _viewerLoop.Invoke(() => new Viewer(_viewerLoop, _viewerLoop, plan.Viewer with { Region = relay.Address })
            {
                PacketArrived = _recorder.Add,
                TextureCompleted = (texture, _) => _recorder.TextureCompleted(texture, _viewerLoop.Now),
            });
        }
        catch
        {
            StopLoops();
            throw;
        }
    }

    /// <summary>Bytes that have arrived so far.</summary>
    public long Bytes => _recorder.Bytes;

    /// <summary>Logs the viewer in.</summary>
    /// <exception cref="TimeoutException">The region does not answer.</exception>
    public void Connect(CancellationToken cancellation)
    {
        using ManualResetEventSlim connected = new();
        _viewerLoop.Invoke(() =>
        {
            _viewer.Connected = () =>
            {
                _recorder.Begin(_viewerLoop.Now);
                connected.Set();
            };
            _viewer.Start();
        });
        if (!connected.Wait(TimeSpan.FromSeconds(ConnectTimeout.Seconds), cancellation))
            throw new TimeoutException($"the {_plan.Region.Outbound} region did not answer within {ConnectTimeout}");
        (_cpuFrom, _cpuAtStart) = (RealTimeLoop.Clock, _regionLoop.Invoke(ThreadCpuTime.Current));
    }

    /// <summary>Ends the run and returns its figures.</summary>
    public RunResult Finish()
    {
        double cpuPercent = CpuPercent();
        RunResult result = _viewerLoop.Invoke(() =>
        {
            _recorder.End(_viewerLoop.Now);
            _viewer.PacketArrived = null;
            RunResult measured = _recorder.Result(_viewer);
            _viewer.Logout();
            return measured;
        });
        RegionTotals totals = _regionLoop.Invoke(() =>
        {
            _region.Dispose();
            return _region.Totals;
        });
        return result with { CpuPercent = cpuPercent, Resends = totals.Resends, AckStalls = totals.Stalls };
    }

    /// <summary>Stops both threads and closes all ports.</summary>
    public void Dispose() => StopLoops();

    private double CpuPercent() => _regionLoop.Invoke(ThreadCpuTime.Current) - _cpuAtStart is { } used
        ? 100 * (used / (RealTimeLoop.Clock - _cpuFrom))
        : double.NaN;

    private void StopLoops()
    {
        _viewerLoop.Dispose();
        _regionLoop.Dispose();
    }
}
