using Mongoose.Core.Downloads;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Arrivals;
using Mongoose.Core.Units;
using Mongoose.Server.Downloads;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Status.History;

/// <summary>Watches what the arrivals of visitors cost. Thread-safe.</summary>
/// <param name="downloads">The downloads by HTTP of this process; null if OpenSim serves them alone.</param>
internal sealed class ArrivalWatch(Func<DownloadCaps?> downloads)
{
    /// <summary>
    /// An avatar that comes later after its circuit opened comes from a neighbouring region: the visitor's viewer has seen this one before.
    /// </summary>
    private static readonly Duration ArrivesWithin = Duration.FromSeconds(20);

    /// <summary>How long downloads are counted for an avatar that has not come yet.</summary>
    private static readonly Duration ExpectedFor = Duration.FromSeconds(60);

    private readonly object _gate = new();
    private readonly ArrivalLog _log = new();
    private HashSet<CircuitSender<ClientCircuit>> _here = [];

    /// <summary>The last arrivals, with the newest first.</summary>
    public IReadOnlyList<Arrival> Newest
    {
        get
        {
            lock (_gate)
                return _log.Newest;
        }
    }

    /// <summary>The last arrival of a circuit, by its number; null if it is not known.</summary>
    public Arrival? Of(int circuit)
    {
        lock (_gate)
            return _log.Of(circuit);
    }

    /// <summary>Takes what was sent since the last sample; call it once a second.</summary>
    public void Sample(IReadOnlyList<MongooseUdpServer> servers, Instant now)
    {
        lock (_gate)
        {
            HashSet<CircuitSender<ClientCircuit>> here = [];
            foreach (MongooseUdpServer server in servers)
            {
                foreach (CircuitSender<ClientCircuit> circuit in server.Circuits.Where(circuit => circuit.Port.HasAvatar))
                {
                    here.Add(circuit);
                    if (!_here.Contains(circuit))
                        _log.Begin(StartOf(server, circuit, now));
                }
            }
            foreach (CircuitSender<ClientCircuit> gone in _here.Where(circuit => !here.Contains(circuit)))
                _log.Leave(gone.Port.Number);
            _here = here;
            SampleArrivals(now);
        }
    }

    private static ArrivalStart StartOf(MongooseUdpServer server, CircuitSender<ClientCircuit> circuit, Instant now)
    {
        ClientCircuit port = circuit.Port;
        bool isFromNeighbour = now - port.OpenedAt > ArrivesWithin;
        Instant at = isFromNeighbour ? now : port.OpenedAt;
        long began = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds() - (long)(now - at).Milliseconds;
        return new ArrivalStart(port.Number, port.Name, server.RegionName, at, began)
        {
            Avatar = port.Avatar,
            IsFromNeighbour = isFromNeighbour,
            IsUplinkLimited = server.IsUplinkLimited,
            Before = isFromNeighbour ? ArrivalTotals.Of(circuit.Counters) : default,
        };
    }

    private void SampleArrivals(Instant now)
    {
        DownloadCaps? caps = downloads();
        HashSet<VisitorDownloads> watched = [];
        foreach (CircuitSender<ClientCircuit> circuit in _here.Where(circuit => _log.IsWatched(circuit.Port.Number)))
        {
            VisitorDownloads? visitor = caps?.Of(circuit.Port.View.AgentId);
            visitor?.OpenLedger();
            DownloadLimit limit = visitor?.Figures?.Limit ?? DownloadLimit.Nothing;
            if (_log.Sample(circuit.Port.Number, ArrivalTotals.Of(circuit.Counters), visitor?.Ledger?.Take(), limit, now))
                _ = visitor is not null && watched.Add(visitor);
            else
                visitor?.CloseLedger();
        }
        foreach (VisitorDownloads visitor in caps?.Visitors ?? [])
        {
            if (visitor.Ledger is { } ledger && now - ledger.ExpectedAt > ExpectedFor && !watched.Contains(visitor))
                visitor.CloseLedger();
        }
    }
}
