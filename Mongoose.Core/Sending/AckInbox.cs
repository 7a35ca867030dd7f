using System.Collections.Concurrent;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Passes a viewer's datagrams and acks, with their arrival times, from the receiving thread to the sender's thread without a lock.
/// </summary>
public sealed class AckInbox
{
    /// <summary>
    /// Maximum number of queued notices. A viewer sends far fewer acks between two polls; in a flood, excess notices are dropped.
    /// </summary>
    public const int Capacity = 8192;

    private readonly ConcurrentQueue<AckNotice> _notices = new();
    private int _count;

    /// <summary>Reports a datagram; its acks follow. Any thread may call it.</summary>
    /// <param name="number">The datagram's sequence number.</param>
    /// <param name="at">When the datagram arrived.</param>
    public void Datagram(uint number, Instant at) => Add(new AckNotice(at, number, Acked: null));

    /// <summary>Reports that a datagram acknowledges a packet. Any thread may call it.</summary>
    /// <param name="datagram">The datagram's sequence number.</param>
    /// <param name="at">When the datagram arrived.</param>
    public void Acked(uint datagram, uint number, Instant at) => Add(new AckNotice(at, datagram, number));

    /// <summary>Takes the next notice. Called on the sender's thread.</summary>
    internal bool TryTake(out AckNotice notice)
    {
        if (!_notices.TryDequeue(out notice))
            return false;
        Interlocked.Decrement(ref _count);
        return true;
    }

    /// <summary>Discards all queued notices. Called on the sender's thread.</summary>
    internal void Clear()
    {
        while (TryTake(out _))
        {
        }
    }

    private void Add(in AckNotice notice)
    {
        if (Interlocked.Increment(ref _count) <= Capacity)
            _notices.Enqueue(notice);
        else
            Interlocked.Decrement(ref _count);
    }
}

/// <summary>A datagram from a viewer, or one of its acks.</summary>
/// <param name="At">When the datagram arrived.</param>
/// <param name="Datagram">The datagram's sequence number.</param>
/// <param name="Acked">Sequence number of the packet that the datagram acknowledges; null for the datagram itself.</param>
internal readonly record struct AckNotice(Instant At, uint Datagram, uint? Acked);
