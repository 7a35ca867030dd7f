using Mongoose.Core.Downloads;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Core.Downloads;

/// <summary>A visitor whose downloads are paced.</summary>
internal sealed class PacedVisitor
{
    /// <summary>A thread does not wake up more often.</summary>
    private static readonly Duration ShortestWait = Duration.FromMilliseconds(1);

    private readonly SimulatedScheduler _clock;
    private readonly List<SimulatedDownload> _connections = [];
    private readonly DownloadPacer<SimulatedDownload> _pacer;
    private readonly Alarm _alarm;

    public PacedVisitor(SimulatedScheduler clock)
    {
        _clock = clock;
        Controller = new DownloadController(DownloadOptions.Default, clock.Now);
        _pacer = new DownloadPacer<SimulatedDownload>(Controller, clock.Now);
        _alarm = new Alarm(clock, Serve);
    }

    public DownloadController Controller { get; }

    public int ActiveConnections => _pacer.Connections;

    public long DeliveredBytes => _connections.Sum(connection => connection.DeliveredBytes);

    public void Connect(TcpFlow flow, SeededRandom random) => _connections.Add(new SimulatedDownload(_clock, flow, random, connection =>
    {
        _pacer.Add(connection, _clock.Now);
        Serve();
    }));

    public void Begin()
    {
        foreach (SimulatedDownload connection in _connections)
        {
            connection.IsResting = false;
            connection.Ask(Duration.Zero);
        }
    }

    public void Rest()
    {
        foreach (SimulatedDownload connection in _connections)
            connection.IsResting = true;
    }

    private void Serve()
    {
        Instant next = _pacer.Serve(_clock.Now);
        if (next == Instant.Never)
            _alarm.Cancel();
        else
            _alarm.Set(Instant.Max(next, _clock.Now + ShortestWait));
    }
}
