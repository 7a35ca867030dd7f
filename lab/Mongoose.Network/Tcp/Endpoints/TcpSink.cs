using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Tcp.Endpoints;

/// <summary>The receiving end of a connection: a <see cref="TcpReceiver"/> on a clock and a path. It receives data packets.</summary>
public sealed class TcpSink : IPacketReceiver
{
    private readonly IScheduler _scheduler;
    private readonly TcpOptions _options;
    private readonly FlowKey _flow;
    private readonly IPacketReceiver _path;
    private readonly PacketPool<TcpPacket> _packets;
    private readonly Alarm _delayedAck;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="options">The options of both ends.</param>
    /// <param name="flow">The flow of the packets that it sends.</param>
    /// <param name="path">The path of the packets that it sends: the first link.</param>
    /// <param name="packets">The pool of its packets; both ends may share one.</param>
    public TcpSink(IScheduler scheduler, TcpOptions options, FlowKey flow, IPacketReceiver path, PacketPool<TcpPacket> packets)
    {
        (_scheduler, _options, _flow, _path, _packets) = (scheduler, options, flow, path, packets);
        Receiver = new TcpReceiver(options);
        _delayedAck = new Alarm(scheduler, SendAck);
    }

    /// <summary>The other end, which receives its packets.</summary>
    public IPacketReceiver? Peer { get; set; }

    /// <summary>The receiver, whose state callers may only read.</summary>
    public TcpReceiver Receiver { get; }

    /// <summary>Called with the number of bytes that have just become readable, in order.</summary>
    public Action<long>? Delivered { get; set; }

    /// <summary>
    /// Called with the range of every segment that carries data, in any order and also repeatedly, before <see cref="Delivered"/>.
    /// </summary>
    public Action<SequenceRange>? Arrived { get; set; }

    public void Receive(Packet packet)
    {
        DataSegment segment = ((TcpPacket)packet).Data;
        bool carriesData = !segment.IsSyn && !((TcpPacket)packet).IsAbandoned;
        bool marked = packet.Ecn == Ecn.CongestionExperienced;
        packet.Release();
        long before = Receiver.Next;
        Receiver.OnSegment(segment, marked, _scheduler.Now);
        if (Receiver.AckIsDue)
            SendAck();
        else if (Receiver.AckAt != _delayedAck.Due)
            _delayedAck.Set(Receiver.AckAt);
        if (carriesData)
            Arrived?.Invoke(new SequenceRange(segment.Start, segment.End));
        if (Receiver.Next > before)
            Delivered?.Invoke(Receiver.Next - before);
    }

    private void SendAck()
    {
        _delayedAck.Cancel();
        TcpPacket packet = _packets.Rent();
        packet.Set(Receiver.TakeAck() with { SentAt = _scheduler.Now }, _options);
        packet.Flow = _flow;
        packet.Receiver = Peer;
        _path.Receive(packet);
    }
}
