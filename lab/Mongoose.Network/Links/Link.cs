using Mongoose.Core.Units;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Links;

/// <summary>
/// One direction of a link: an entrance, a queue, a transmitter, losses and propagation. Packets that leave it go to their own receiver.
/// Each packet's departure is computed from that of the previous packet, so a late wake-up of the host delays one packet and not the next
/// ones.
/// </summary>
public sealed class Link : IPacketReceiver
{
    private readonly IScheduler _scheduler;
    private readonly ITransmitter? _transmitter;
    private readonly ILossProcess _loss;
    private readonly Propagation _propagation;
    private readonly Alarm _transmission;
    private LinkEntrance _entrance;
    private Instant _transmitterFree = Instant.Zero;
    private ILinkMonitor? _monitor;
    private long _arrived;
    private long _lost;

    /// <exception cref="ArgumentException">An option is invalid; the message names it and what is allowed.</exception>
    public Link(IScheduler scheduler, LinkOptions options)
    {
        options.Validate();
        _scheduler = scheduler;
        Options = options;
        StartedAt = scheduler.Now;
        _entrance = new LinkEntrance(options, StartedAt);
        _transmitter = options.Bandwidth?.Start(StartedAt);
        _loss = options.Loss.Start(new SeededRandom(options.Seed), scheduler.Now);
        Queue = options.Queue.Create(options.Seed);
        _propagation = new Propagation(scheduler, options);
        _transmission = new Alarm(scheduler, Transmit);
    }

    public LinkOptions Options { get; }

    /// <summary>The start of its bandwidth's time.</summary>
    public Instant StartedAt { get; }

    public LinkCounters Counters => new(
        Arrived: _arrived,
        Lost: _lost,
        Duplicated: _propagation.Duplicated,
        Delivered: _propagation.Delivered.Packets,
        DeliveredBytes: _propagation.Delivered.Bytes,
        TooLarge: _entrance.TooLarge,
        Policed: _entrance.Policed);

    /// <summary>The packets that wait for the transmitter.</summary>
    public QueueDiscipline Queue { get; }

    /// <summary>Receives the events of every packet that the entrance admits; null costs nothing.</summary>
    public ILinkMonitor? Monitor
    {
        get => _monitor;
        set => _monitor = _propagation.Monitor = value;
    }

    public void Receive(Packet packet)
    {
        Instant now = _scheduler.Now;
        _arrived++;
        if (!_entrance.Admits(packet, now))
        {
            packet.Release();
            return;
        }
        if (_transmitter is null)
        {
            ReceiveWithoutQueue(packet, now);
            return;
        }
        TransmitUntil(now);
        Enqueue(packet, now);
        if (_transmitterFree <= now)
            TransmitNext(_transmitter, now, backToBack: false);
        if (Queue.Packets > 0)
            _transmission.SetNoLaterThan(_transmitterFree);
    }

    private void ReceiveWithoutQueue(Packet packet, Instant now)
    {
        if (_monitor is { } monitor)
        {
            packet.EnqueuedAt = now;
            monitor.Arrived(packet, now);
            monitor.Departed(packet, now, now);
        }
        Propagate(packet, now);
    }

    private void Transmit()
    {
        TransmitUntil(_scheduler.Now);
        if (Queue.Packets > 0)
            _transmission.Set(_transmitterFree);
    }

    /// <summary>Transmits the packets that are due by now, each at its own time.</summary>
    private void TransmitUntil(Instant now)
    {
        while (Queue.Packets > 0 && _transmitterFree <= now)
            TransmitNext(_transmitter!, _transmitterFree, backToBack: true);
    }

    private void TransmitNext(ITransmitter transmitter, Instant start, bool backToBack)
    {
        if (Dequeue(start) is not { } packet)
            return;
        _transmitterFree = transmitter.Finish(packet.WireBytes, start, backToBack);
        _monitor?.Departed(packet, start, _transmitterFree);
        Propagate(packet, _transmitterFree);
    }

    private void Enqueue(Packet packet, Instant now)
    {
        if (_monitor is not { } monitor)
        {
            Queue.Enqueue(packet, now);
            return;
        }
        monitor.Arrived(packet, now);
        (long dropped, long bytes) = (Queue.Counts.Dropped.Packets, Queue.Bytes + packet.WireBytes);
        Queue.Enqueue(packet, now);
        if (Queue.Counts.Dropped.Packets > dropped)
            monitor.Dropped(Queue.Counts.Dropped.Packets - dropped, bytes - Queue.Bytes, now);
    }

    private Packet? Dequeue(Instant now)
    {
        if (_monitor is not { } monitor)
            return Queue.Dequeue(now);
        (long dropped, long bytes) = (Queue.Counts.Dropped.Packets, Queue.Bytes);
        Packet? packet = Queue.Dequeue(now);
        if (Queue.Counts.Dropped.Packets > dropped)
            monitor.Dropped(Queue.Counts.Dropped.Packets - dropped, bytes - Queue.Bytes - (packet?.WireBytes ?? 0), now);
        return packet;
    }

    private void Propagate(Packet packet, Instant sent)
    {
        if (!_loss.LosesNext(sent))
        {
            _propagation.Begin(packet, sent);
            return;
        }
        _lost++;
        _monitor?.Lost(packet, sent);
        packet.Release();
    }
}

/// <summary>
/// A link's traffic, in packets and bytes on the wire. Always: arrived + duplicated = too large + policed + dropped by the queue +
/// lost + delivered + still on the link.
/// </summary>
/// <param name="Arrived">Packets that have arrived.</param>
/// <param name="Lost">Packets lost after their transmission.</param>
/// <param name="Duplicated">Copies of packets.</param>
/// <param name="Delivered">Packets that have left the link.</param>
/// <param name="DeliveredBytes">The bytes of these packets.</param>
/// <param name="TooLarge">Packets larger than <see cref="LinkOptions.MtuBytes"/>.</param>
/// <param name="Policed">Packets that <see cref="LinkOptions.Policer"/> dropped.</param>
public record struct LinkCounters(
    long Arrived, long Lost, long Duplicated, long Delivered, long DeliveredBytes, long TooLarge = 0, long Policed = 0);
