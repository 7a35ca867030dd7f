using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Tcp.Endpoints;

/// <summary>The sending end of a connection: a <see cref="TcpSender"/> on a clock and a path. It receives acknowledgments.</summary>
public sealed class TcpSource : IPacketReceiver
{
    private readonly IScheduler _scheduler;
    private readonly TcpOptions _options;
    private readonly FlowKey _flow;
    private readonly IPacketReceiver _path;
    private readonly PacketPool<TcpPacket> _packets;
    private readonly Alarm _timer;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="options">The options of both ends.</param>
    /// <param name="flow">The flow of the packets that it sends.</param>
    /// <param name="path">The path of the packets that it sends: the first link.</param>
    /// <param name="packets">The pool of its packets; both ends may share one.</param>
    public TcpSource(IScheduler scheduler, TcpOptions options, FlowKey flow, IPacketReceiver path, PacketPool<TcpPacket> packets)
    {
        (_scheduler, _options, _flow, _path, _packets) = (scheduler, options, flow, path, packets);
        Sender = new TcpSender(options);
        _timer = new Alarm(scheduler, OnTimer);
    }

    /// <summary>The other end, which receives its packets.</summary>
    public IPacketReceiver? Peer { get; set; }

    /// <summary>The sender, whose state callers may only read.</summary>
    public TcpSender Sender { get; }

    /// <summary>
    /// Called when acknowledgments or timeouts have changed the state, after the segments that they allow have been sent.
    /// </summary>
    public Action? Changed { get; set; }

    /// <summary>
    /// Whether the data of a retransmission is abandoned, so that only the notice of its range is sent, as with FORWARD TSN of SCTP (RFC
    /// 3758); null for TCP, which gives nothing up.
    /// </summary>
    public Func<SequenceRange, bool>? GivesUp { get; set; }

    /// <summary>
    /// Retransmissions that were abandoned: a notice of <see cref="TcpPacket.NoticeBytes"/> was on the wire instead of the payload.
    /// </summary>
    public PacketCount Abandoned { get; private set; }

    /// <summary>Called with every round trip measured by an acknowledgment.</summary>
    public Action<Duration>? RoundTripMeasured
    {
        get => Sender.RoundTripMeasured;
        set => Sender.RoundTripMeasured = value;
    }

    /// <summary>The application has written <paramref name="bytes"/> more bytes.</summary>
    public void Write(long bytes)
    {
        Sender.Write(bytes);
        SendAll();
    }

    /// <summary>The application has unlimited data or, from now on, no more data: unsent data is dropped.</summary>
    public void SetUnlimited(bool unlimited)
    {
        Sender.SetUnlimited(unlimited);
        SendAll();
    }

    public void Receive(Packet packet)
    {
        AckSegment ack = ((TcpPacket)packet).Ack;
        packet.Release();
        Sender.OnAck(ack, _scheduler.Now);
        SendAll();
        Changed?.Invoke();
    }

    private void OnTimer()
    {
        Sender.OnTimer(_scheduler.Now);
        SendAll();
        Changed?.Invoke();
    }

    private void SendAll()
    {
        Instant now = _scheduler.Now;
        while (Sender.TrySend(now, out DataSegment segment))
        {
            TcpPacket packet = _packets.Rent();
            bool abandoned = segment.Retransmission && !segment.IsSyn
                && (GivesUp?.Invoke(new SequenceRange(segment.Start, segment.End)) ?? false);
            if (abandoned)
                Abandoned = Abandoned.WithPacket(segment.Length);
            packet.Set(segment, _options, abandoned);
            packet.Flow = _flow;
            packet.Receiver = Peer;
            if (_options.Ecn && !segment.Retransmission && !segment.IsSyn)
                packet.Ecn = Ecn.Capable0; // RFC 3168 section 6.1.5: never on retransmissions
            _path.Receive(packet);
        }
        if (Sender.RetransmitAt == Instant.Never)
            _timer.Cancel();
        else if (Sender.RetransmitAt != _timer.Due)
            _timer.Set(Sender.RetransmitAt);
    }
}
