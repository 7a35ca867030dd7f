using Mongoose.Core.Downloads;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Downloads.Simulated;

namespace Mongoose.Tests.Testbed.Downloads.Pacing;

/// <summary>A visitor whose downloads are paced.</summary>
internal sealed class PacedVisitor(SimulatedScheduler clock)
{
    private readonly List<EndlessDownload> _connections = [];
    private readonly VisitorPacing _pacing = new(clock, DownloadOptions.Default);

    public DownloadController Controller => _pacing.Controller;

    public long DeliveredBytes => _connections.Sum(connection => connection.DeliveredBytes);

    public void Connect(TcpFlow flow, SeededRandom random) => _connections.Add(new EndlessDownload(clock, flow, random, _pacing));

    public void Begin()
    {
        foreach (EndlessDownload connection in _connections)
        {
            connection.IsResting = false;
            connection.Ask(Duration.Zero);
        }
    }

    public void Rest()
    {
        foreach (EndlessDownload connection in _connections)
            connection.IsResting = true;
    }
}
