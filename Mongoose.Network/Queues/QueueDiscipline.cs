using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>
/// The queue before a link's transmitter. It owns the packets in it, and releases those that it drops. Time never goes backwards from one
/// call to the next; a discipline that acts from time to time catches up with the time of the call. Each packet that comes, goes or is dropped
/// is counted here and shown to the observer.
/// </summary>
/// <param name="ecn">Whether packets that can be are marked instead of dropped.</param>
public abstract class QueueDiscipline(bool ecn)
{
    private QueueCounts _counts;

    /// <summary>Packets in the queue; what is being transmitted has left it.</summary>
    public abstract int Packets { get; }

    /// <summary>Of those packets on the wire.</summary>
    public abstract long Bytes { get; }

    /// <summary>What has happened so far.</summary>
    public ref readonly QueueCounts Counts => ref _counts;

    /// <summary>Watches sojourn times, drops and marks; null, as at first, costs nothing.</summary>
    public IQueueObserver? Observer { get; set; }

    /// <summary>Takes a packet in, or drops it or others.</summary>
    public void Enqueue(Packet packet, Instant now)
    {
        _counts.Receive(packet.WireBytes);
        Arrive(packet, now);
    }

    /// <summary>The next packet to transmit; null when there is none. It may drop others first.</summary>
    public Packet? Dequeue(Instant now)
    {
        if (TakeNext(now) is not { } packet)
            return null;
        _counts.Dequeue(packet.WireBytes);
        Observer?.Dequeued(packet, now - packet.EnqueuedAt, now);
        return packet;
    }

    /// <summary>Decides: <see cref="Accept"/> and put it into a list, or <see cref="Refuse"/>.</summary>
    protected abstract void Arrive(Packet packet, Instant now);

    /// <summary>Takes the next packet to transmit out of its list.</summary>
    protected abstract Packet? TakeNext(Instant now);

    /// <summary>Counts an arriving packet as enqueued now.</summary>
    protected void Accept(Packet packet, Instant now)
    {
        _counts.Enqueue(packet.WireBytes);
        packet.EnqueuedAt = now;
    }

    /// <summary>Drops an arriving packet.</summary>
    protected void Refuse(Packet packet, DropReason reason, Instant now)
    {
        _counts.DropArriving(packet.WireBytes, reason);
        Release(packet, reason, now);
    }

    /// <summary>Drops a packet that was enqueued and has been taken out of its list.</summary>
    internal void Drop(Packet packet, DropReason reason, Instant now)
    {
        _counts.DropQueued(packet.WireBytes, reason);
        Release(packet, reason, now);
    }

    /// <summary>Sets congestion experienced, if the discipline marks and the packet's transport is capable of ECN.</summary>
    internal bool TryMark(Packet packet, DropReason reason, Instant now)
    {
        if (!ecn || packet.Ecn == Ecn.NotCapable)
            return false;
        packet.Ecn = Ecn.CongestionExperienced;
        _counts.Mark(reason);
        Observer?.Marked(packet, reason, now);
        return true;
    }

    private void Release(Packet packet, DropReason reason, Instant now)
    {
        Observer?.Dropped(packet, reason, now);
        packet.Release();
    }
}
