using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Tcp.Endpoints;

/// <summary>
/// Data in one direction over two paths. A connection with data in both directions is two flows; its acknowledgments are then not
/// piggybacked on data.
/// </summary>
public sealed class TcpFlow : IByteStream
{
    private readonly long _unsentBytes;
    private Action? _room;

    /// <param name="scheduler">The clock of both ends.</param>
    /// <param name="options">The options of both ends.</param>
    /// <param name="flow">The flow of data; acknowledgments have the reverse.</param>
    /// <param name="dataPath">The path of data: the first link towards the sink.</param>
    /// <param name="ackPath">The path of acknowledgments: the first link back.</param>
    /// <param name="packets">A pool shared by flows on one clock; null creates a pool for this flow.</param>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
    public TcpFlow(
        IScheduler scheduler, TcpOptions options, FlowKey flow, IPacketReceiver dataPath, IPacketReceiver ackPath,
        PacketPool<TcpPacket>? packets = null)
    {
        packets ??= TcpPacket.NewPool();
        Source = new TcpSource(scheduler, options, flow, dataPath, packets);
        Sink = new TcpSink(scheduler, options, flow.Reversed, ackPath, packets) { Peer = Source };
        Source.Peer = Sink;
        Source.Changed = NotifyOfRoom;
        _unsentBytes = options.UnsentBytes;
    }

    public TcpSource Source { get; }

    public TcpSink Sink { get; }

    public long DeliveredBytes => Sink.Receiver.Next;

    public Action<long>? Delivered
    {
        get => Sink.Delivered;
        set => Sink.Delivered = value;
    }

    public bool HasRoom => Source.Sender.UnsentBytes < _unsentBytes;

    public void AwaitRoom(Action action) => _room = action;

    public void Write(long bytes) => Source.Write(bytes);

    public void SetUnlimited(bool unlimited) => Source.SetUnlimited(unlimited);

    private void NotifyOfRoom()
    {
        if (_room is not { } room || !HasRoom)
            return;
        _room = null;
        room();
    }
}
