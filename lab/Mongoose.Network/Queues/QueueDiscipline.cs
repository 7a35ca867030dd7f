using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>
/// The queue in front of a link's transmitter. It owns the packets in it, and releases those that it drops. Time never decreases from one
/// call to the next; a discipline with periodic work catches up to the time of the call. This class counts the packets that arrive, leave,
/// are dropped or are marked, and reports all of these but arrivals to the observer.
/// </summary>
/// <param name="ecn">Whether ECN-capable packets are marked instead of dropped.</param>
public abstract class QueueDiscipline(bool ecn)
{
    private QueueCounts _counts;

    /// <summary>Packets in the queue, without the packet in transmission.</summary>
    public abstract int Packets { get; }

    /// <summary>The bytes of those packets on the wire.</summary>
    public abstract long Bytes { get; }

    /// <summary>The traffic so far.</summary>
    public ref readonly QueueCounts Counts => ref _counts;

    /// <summary>Observes sojourn times, drops and marks; null, the default, costs nothing.</summary>
    public IQueueObserver? Observer { get; private set; }

    /// <summary>Adds an observer; earlier observers still receive all events.</summary>
    public void Observe(IQueueObserver observer) => Observer = Observer is { } before ? new ObserverPair(before, observer) : observer;

    /// <summary>Adds a packet, or drops this packet or others.</summary>
    public void Enqueue(Packet packet, Instant now)
    {
        _counts.Receive(packet.WireBytes);
        Arrive(packet, now);
    }

    /// <summary>The next packet to transmit; null if there is none. May drop other packets first.</summary>
    public Packet? Dequeue(Instant now)
    {
        if (TakeNext(now) is not { } packet)
            return null;
        _counts.Dequeue(packet.WireBytes);
        Observer?.Dequeued(packet, now - packet.EnqueuedAt, now);
        return packet;
    }

    /// <summary>Decides on an arriving packet: calls <see cref="Accept"/> and adds it to a list, or calls <see cref="Refuse"/>.</summary>
    protected abstract void Arrive(Packet packet, Instant now);

    /// <summary>Takes the next packet to transmit from its list.</summary>
    protected abstract Packet? TakeNext(Instant now);

    /// <summary>Counts an arriving packet as enqueued now.</summary>
    protected void Accept(Packet packet, Instant now)
    {
        _counts.Enqueue(packet.WireBytes);
        packet.EnqueuedAt = now;
    }

    /// <summary>Drops an arriving packet.</summary>
    protected void Refuse(Packet packet, QueueDropReason reason, Instant now)
    {
        _counts.DropArriving(packet.WireBytes, reason);
        ReportAndRelease(packet, reason, now);
    }

    /// <summary>Drops an enqueued packet that has been taken from its list.</summary>
    internal void Drop(Packet packet, QueueDropReason reason, Instant now)
    {
        _counts.DropQueued(packet.WireBytes, reason);
        ReportAndRelease(packet, reason, now);
    }

    /// <summary>Sets congestion experienced if the discipline marks packets and the packet's transport is ECN-capable.</summary>
    internal bool TryMark(Packet packet, QueueDropReason reason, Instant now)
    {
        if (!ecn || packet.Ecn == Ecn.NotCapable)
            return false;
        packet.Ecn = Ecn.CongestionExperienced;
        _counts.Mark(reason);
        Observer?.Marked(packet, reason, now);
        return true;
    }

    private void ReportAndRelease(Packet packet, QueueDropReason reason, Instant now)
    {
        Observer?.Dropped(packet, reason, now);
        packet.Release();
    }
}
