using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>The ends of a flow whose data has one direction, in their place.</summary>
/// <param name="place">The place where the flow lives.</param>
/// <param name="member">The flow's number in the group, from 1.</param>
/// <param name="up">Whether the data is sent from the viewers' side to the servers'.</param>
internal sealed class OneWayRoute(Place place, FlowGroup group, int member, bool up)
{
    private readonly Site _servers = place.Servers(group);

    public Site Sending => up ? place.Viewers : _servers;

    public Site Receiving => up ? _servers : place.Viewers;

    /// <summary>The sender's own address.</summary>
    public UdpAddress SenderAddress => up ? place.ViewerAddress : place.ServerAddress(group, member);

    /// <summary>The receiver's own address.</summary>
    public UdpAddress ReceiverAddress => up ? place.ServerAddress(group, member) : place.ViewerAddress;

    /// <summary>
    /// The address to which the sender sends, so that packets reach the receiver through the links of its group. To be called once.
    /// </summary>
    /// <param name="receiver">The address at which the receiver's port is open.</param>
    public UdpAddress To(UdpAddress receiver) => up ? place.RouteTo(receiver, group) : place.RouteToViewer(receiver, group);

    /// <summary>
    /// The same for a flow whose receiver sends first: the receiver's target address, so that packets reach the sender. To be called once.
    /// </summary>
    /// <param name="sender">The address at which the sender's port is open.</param>
    public UdpAddress From(UdpAddress sender) => up ? place.RouteToViewer(sender, group) : place.RouteTo(sender, group);
}
