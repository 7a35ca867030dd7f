using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Tcp.Endpoints;

/// <summary>
/// Data one way over two paths. A connection that carries data both ways is two of these; acknowledgments then do not ride on data.
/// </summary>
public sealed class TcpFlow : IByteStream
{
    /// <param name="scheduler">The clock of both ends.</param>
    /// <param name="options">Of both ends.</param>
    /// <param name="flow">Of data; that of acknowledgments is the reverse.</param>
    /// <param name="dataPath">Where data is put: the first link towards the sink.</param>
    /// <param name="ackPath">Where acknowledgments are put: the first link back.</param>
    /// <param name="packets">To be shared by flows of one clock; null makes a pool for this one.</param>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
    public TcpFlow(
        IScheduler scheduler, TcpOptions options, FlowKey flow, IPacketReceiver dataPath, IPacketReceiver ackPath,
        PacketPool<TcpPacket>? packets = null)
    {
        packets ??= TcpPacket.NewPool();
        FlowKey reverse = new(flow.Destination, flow.Source, flow.Protocol);
        Source = new TcpSource(scheduler, options, flow, dataPath, packets);
        Sink = new TcpSink(scheduler, options, reverse, ackPath, packets) { Peer = Source };
        Source.Peer = Sink;
    }

    public TcpSource Source { get; }

    public TcpSink Sink { get; }

    public long DeliveredBytes => Sink.Receiver.Next;

    public Action<long>? Delivered
    {
        get => Sink.Delivered;
        set => Sink.Delivered = value;
    }

    public void Write(long bytes) => Source.Write(bytes);

    public void SetUnlimited(bool unlimited) => Source.SetUnlimited(unlimited);
}
