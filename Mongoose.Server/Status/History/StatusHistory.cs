using Mongoose.Core.Sending;
using Mongoose.Core.Status.History;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;

namespace Mongoose.Server.Status.History;

/// <summary>The histories of all regions of this process, as long as a <see cref="Series"/>. Not thread-safe.</summary>
internal sealed class StatusHistory
{
    private readonly Dictionary<MongooseUdpServer, RegionHistory> _regions = [];
    private Instant _sampledAt;

    /// <summary>
    /// When the history began, in Unix milliseconds. After a restart of the simulator this number differs, and points are numbered from 1
    /// again.
    /// </summary>
    public long Started { get; } = DateTimeOffset.UtcNow.ToUnixTimeMilliseconds();

    /// <summary>The number of the last point; 0 if there is none.</summary>
    public long LastPoint { get; private set; }

    /// <summary>The regions that ran at the last point, in the order in which they started.</summary>
    public IReadOnlyList<RegionHistory> Regions { get; private set; } = [];

    /// <summary>The history of an open circuit; null if it opened after the last point.</summary>
    public CircuitHistory? Find(CircuitSender<ClientCircuit> circuit) =>
        Regions.Select(region => region.Find(circuit)).FirstOrDefault(found => found is not null);

    /// <summary>Adds a point.</summary>
    public void Sample(IReadOnlyList<MongooseUdpServer> servers, Instant now)
    {
        Duration elapsed = LastPoint > 0 ? now - _sampledAt : Series.Interval;
        // A timer that could not run for a while runs several times at once.
        if (elapsed < Series.Interval * 0.5)
            return;
        _sampledAt = now;
        LastPoint++;
        foreach (MongooseUdpServer removed in _regions.Keys.Except(servers).ToArray())
            _regions.Remove(removed);
        foreach (MongooseUdpServer server in servers)
        {
            if (!_regions.TryGetValue(server, out RegionHistory? region))
                _regions[server] = region = new RegionHistory(server, LastPoint);
            region.Sample(LastPoint, elapsed);
        }
        Regions = [.. servers.Select(server => _regions[server])];
    }
}
