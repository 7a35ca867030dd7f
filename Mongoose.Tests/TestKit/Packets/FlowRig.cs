using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.TestKit.Packets;

/// <summary>Flows over one link in each direction, in simulated time.</summary>
internal sealed class FlowRig(LinkOptions down, LinkOptions up)
{
    private SimulatedScheduler? _clock;
    private Link? _down, _up;

    public SimulatedScheduler Clock => _clock ??= new SimulatedScheduler();

    public Link Down => _down ??= new Link(Clock, down);

    public Link Up => _up ??= new Link(Clock, up);

    public TcpFlow NewFlow(TcpOptions options, ushort port = 1) =>
        new(Clock, options, new FlowKey(new UdpAddress(1, port), new UdpAddress(2, port), FlowKey.Tcp), Down, Up);

    public TcpFlow NewReverseFlow(TcpOptions options, ushort port = 1) =>
        new(Clock, options, new FlowKey(new UdpAddress(2, port), new UdpAddress(1, port), FlowKey.Tcp), Up, Down);

    /// <summary>Acknowledged payload over that time.</summary>
    public DataRate RateOver(TcpFlow flow, Duration time)
    {
        long before = flow.Source.Sender.Acknowledged;
        Clock.RunFor(time);
        return DataRate.Of(flow.Source.Sender.Acknowledged - before, time);
    }
}
