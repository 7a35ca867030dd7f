using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>A place whose links are in this process: datagrams cross them through a relay, without privileges.</summary>
internal abstract class RelayedPlace(long seed) : Place(seed)
{
    protected abstract Topology Links { get; }

    public override UdpAddress ServerAddress(FlowGroup group, int member) => UdpAddress.Loopback((group.Kind as CircuitOptions)?.Port ?? 0);

    public override UdpAddress RouteTo(UdpAddress server, FlowGroup group, IPacketReceiver? tap = null)
    {
        IPacketReceiver[] taps = tap is null ? [] : [tap];
        return Viewers.Invoke(() => new UdpRelay(Viewers.Network, server, Links.Up(group), [.. taps, .. Links.Down(group)]).Address);
    }

    public override UdpAddress RouteToViewer(UdpAddress viewer, FlowGroup group) =>
        Viewers.Invoke(() => new UdpRelay(Viewers.Network, viewer, Links.Down(group), Links.Up(group)).Address);

    public override IReadOnlyList<LinkRecord> FinishLinks() => Viewers.Invoke(Links.Finish);

    /// <summary>The links that packets of the group cross towards the viewer, and back.</summary>
    public (IReadOnlyList<IPacketReceiver> Down, IReadOnlyList<IPacketReceiver> Up) Ways(FlowGroup group) =>
        (Links.Down(group), Links.Up(group));
}
