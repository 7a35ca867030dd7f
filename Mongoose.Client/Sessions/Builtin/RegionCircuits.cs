using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Sessions.Builtin;

/// <summary>
/// A session's circuits. Their number is bounded because a region may name any address as a neighbour: each circuit takes memory, and sends
/// up to four packets to an address that does not answer.
/// </summary>
/// <param name="connect">Creates a viewer for a region without sending anything yet.</param>
internal sealed class RegionCircuits(Func<UdpAddress, Viewer> connect) : IDisposable
{
    /// <summary>
    /// Maximum number of circuits besides the avatar's. A region of 256 m has 8 neighbours; one of 1024 m among such regions has 20.
    /// </summary>
    public const int MaxNeighbours = 24;

    /// <summary>Maximum number of a session's addresses that have never answered; beyond it no new address is asked.</summary>
    public const int MaxSilent = 24;

    private readonly Dictionary<UdpAddress, RegionCircuit> _circuits = [];
    private readonly HashSet<UdpAddress> _closedSilent = [];

    /// <summary>The circuit to a region, a new circuit if there is no usable one; null if a bound forbids a new circuit.</summary>
    /// <param name="region">The region's UDP address.</param>
    /// <param name="home">The viewer of the region where the avatar is, whose circuit stays.</param>
    /// <param name="isForAvatar">
    /// Whether the avatar moves there: then the neighbour that has been silent longest is closed if necessary.
    /// </param>
    public RegionCircuit? To(UdpAddress region, Viewer? home, bool isForAvatar, Instant now)
    {
        if (_circuits.TryGetValue(region, out RegionCircuit? known))
        {
            if (known.Viewer == home || known.IsUsable(now))
                return known;
            Remove(region);
        }
        if (_circuits.Count > MaxNeighbours)
            MakeRoom(home, isForAvatar, now);
        if (_circuits.Count > MaxNeighbours || _closedSilent.Count + _circuits.Values.Count(IsSilent) >= MaxSilent)
            return null;
        _closedSilent.Remove(region);
        return _circuits[region] = new RegionCircuit(connect(region));
    }

    public void Remove(UdpAddress region)
    {
        if (!_circuits.Remove(region, out RegionCircuit? circuit))
            return;
        if (IsSilent(circuit))
            _closedSilent.Add(region);
        circuit.Dispose();
    }

    public void Dispose()
    {
        foreach (RegionCircuit circuit in _circuits.Values)
            circuit.Dispose();
        _circuits.Clear();
    }

    private void MakeRoom(Viewer? home, bool anyOne, Instant now)
    {
        // A circuit that is still opening has been silent longest, but is needed.
        (UdpAddress region, RegionCircuit? circuit) = _circuits.Where(pair => pair.Value.Viewer != home)
            .MinBy(pair => (pair.Value.IsUsable(now), pair.Value.Viewer.LastReceivedAt ?? Instant.Zero));
        if (circuit is not null && (anyOne || !circuit.IsUsable(now)))
            Remove(region);
    }

    private static bool IsSilent(RegionCircuit circuit) => circuit.Viewer.LastReceivedAt is null;
}
