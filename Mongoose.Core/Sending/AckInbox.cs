using System.Collections.Concurrent;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Carries a viewer's datagrams and acks, with the times at which they arrived, from the thread that receives them to the sender's thread,
/// without a lock.
/// </summary>
public sealed class AckInbox
{
    /// <summary>The most that waits. A viewer has no more packets to acknowledge; what a flood brings beyond is dropped.</summary>
    public const int Capacity = 8192;

    private readonly ConcurrentQueue<AckNotice> _notices = new();
    private int _count;

    /// <summary>A datagram has arrived; its acks follow. May be called by any thread.</summary>
    /// <param name="number">The viewer's number of the datagram.</param>
    /// <param name="at">When it arrived.</param>
    public void Datagram(uint number, Instant at) => Add(new AckNotice(at, number, Acked: null));

    /// <summary>A datagram acknowledges a packet. May be called by any thread.</summary>
    /// <param name="datagram">The viewer's number of the datagram.</param>
    /// <param name="number">The number of the packet.</param>
    /// <param name="at">When the datagram arrived.</param>
    public void Acked(uint datagram, uint number, Instant at) => Add(new AckNotice(at, datagram, number));

    /// <summary>On the sender's thread.</summary>
    internal bool TryTake(out AckNotice notice)
    {
        if (!_notices.TryDequeue(out notice))
            return false;
        Interlocked.Decrement(ref _count);
        return true;
    }

    /// <summary>On the sender's thread: what waits is of no use any more.</summary>
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

/// <summary>A datagram of a viewer, or one of its acks.</summary>
/// <param name="At">When the datagram arrived.</param>
/// <param name="Datagram">The viewer's number of it.</param>
/// <param name="Acked">The number of the packet that it acknowledges; null for the datagram itself.</param>
internal readonly record struct AckNotice(Instant At, uint Datagram, uint? Acked);
