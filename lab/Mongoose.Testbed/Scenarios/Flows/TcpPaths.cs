using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Connects the two ends of simulated TCP: the links must exist before the end that receives from them.</summary>
/// <param name="forward">The links towards the receiver.</param>
/// <param name="back">The links in the other direction.</param>
internal sealed class TcpPaths(IReadOnlyList<IPacketReceiver> forward, IReadOnlyList<IPacketReceiver> back)
{
    /// <summary>Called with the IP bytes of each packet that the sender of the data sends; null costs nothing.</summary>
    public Action<int>? Sent { get; init; }

    /// <summary>Called with the IP bytes of each packet that reaches the receiver of the data; null costs nothing.</summary>
    public Action<int>? Arrived { get; init; }

    public TcpFlow Connect(IScheduler scheduler, TcpOptions options, FlowKey key, PacketPool<TcpPacket> packets)
    {
        Tap sink = new() { Passed = Arrived }, source = new();
        IPacketReceiver toSink = LinkHop.Through(forward, sink), toSource = LinkHop.Through(back, source);
        if (Sent is not null)
            toSink = new Tap { Passed = Sent, Receiver = toSink };
        TcpFlow flow = new(scheduler, options, key, toSink, toSource, packets);
        (sink.Receiver, source.Receiver) = (flow.Sink, flow.Source);
        return flow;
    }

    /// <summary>Passes packets on to a receiver that may be connected later, and reports their bytes.</summary>
    private sealed class Tap : IPacketReceiver
    {
        public IPacketReceiver? Receiver { get; set; }

        public Action<int>? Passed { get; init; }

        public void Receive(Packet packet)
        {
            Passed?.Invoke(packet.WireBytes);
            Receiver!.Receive(packet);
        }
    }
}
