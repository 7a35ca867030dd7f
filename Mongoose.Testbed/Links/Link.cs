using Mongoose.Client.Runtime;
using Mongoose.Core.Units;
using Mongoose.Testbed.Links.Bandwidths;
using Mongoose.Testbed.Links.Losses;
using Mongoose.Testbed.Numerics;
using Mongoose.Testbed.Packets;
using Mongoose.Testbed.Queues;

namespace Mongoose.Testbed.Links;

/// <summary>
/// One direction of a link: a queue, a transmitter, losses and propagation. What comes out goes to the packet's own receiver. When each packet
/// leaves is computed from when the one before it left, so a late wake-up of the host delays one packet and not those behind it.
/// </summary>
public sealed class Link : IPacketReceiver
{
    private readonly IScheduler _scheduler;
    private readonly LinkOptions _options;
    private readonly ITransmitter? _transmitter;
    private readonly ILossProcess _loss;
    private readonly Queue<InFlight> _inFlight = new();
    private readonly Alarm _transmission;
    private readonly Alarm _delivery;
    private Instant _transmitterFree = Instant.Zero;
    private LinkCounters _counters;

    public Link(IScheduler scheduler, LinkOptions options)
    {
        _scheduler = scheduler;
        _options = options;
        _transmitter = options.Bandwidth?.Start();
        _loss = options.Loss.Start(new SeededRandom(options.Seed));
        Queue = options.Queue.Create();
        _transmission = new Alarm(scheduler, Transmit);
        _delivery = new Alarm(scheduler, Deliver);
    }

    public LinkCounters Counters => _counters;

    /// <summary>What waits for the transmitter.</summary>
    public IQueueDiscipline Queue { get; }

    public void Receive(Packet packet)
    {
        Instant now = _scheduler.Now;
        _counters.Arrived++;
        if (_transmitter is null)
        {
            Propagate(packet, now);
            return;
        }
        TransmitUntil(now);
        Queue.Enqueue(packet, now);
        if (_transmitterFree <= now)
            TransmitNext(_transmitter, now);
        if (Queue.Packets > 0)
            _transmission.SetNoLaterThan(_transmitterFree);
    }

    private void Transmit()
    {
        TransmitUntil(_scheduler.Now);
        if (Queue.Packets > 0)
            _transmission.Set(_transmitterFree);
    }

    /// <summary>Transmits what would have been transmitted by now, each packet at its own time.</summary>
    private void TransmitUntil(Instant now)
    {
        while (Queue.Packets > 0 && _transmitterFree <= now)
            TransmitNext(_transmitter!, _transmitterFree);
    }

    private void TransmitNext(ITransmitter transmitter, Instant start)
    {
        if (Queue.Dequeue(start) is not { } packet)
            return;
        _transmitterFree = transmitter.Finish(packet.WireBytes, start);
        Propagate(packet, _transmitterFree);
    }

    private void Propagate(Packet packet, Instant sent)
    {
        if (_loss.LosesNext())
        {
            _counters.Lost++;
            packet.Release();
            return;
        }
        _inFlight.Enqueue(new InFlight(sent + _options.Delay, packet));
        _delivery.SetNoLaterThan(_inFlight.Peek().ArrivesAt);
    }

    private void Deliver()
    {
        Instant now = _scheduler.Now;
        while (_inFlight.TryPeek(out InFlight first) && first.ArrivesAt <= now)
        {
            _inFlight.Dequeue();
            _counters.Delivered++;
            _counters.DeliveredBytes += first.Packet.WireBytes;
            first.Packet.Receiver!.Receive(first.Packet);
        }
        if (_inFlight.TryPeek(out InFlight next))
            _delivery.Set(next.ArrivesAt);
    }

    private readonly record struct InFlight(Instant ArrivesAt, Packet Packet);
}
