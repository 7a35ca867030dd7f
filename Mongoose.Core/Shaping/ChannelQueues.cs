using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Mongoose.Core.Channels;

namespace Mongoose.Core.Shaping;

/// <summary>
/// Seven first-in first-out queues with byte limits and counters, for a region that has none of its own. After they have grown to their
/// working size nothing is allocated. Not thread-safe.
/// </summary>
/// <typeparam name="T">The packet; its size is given when it is enqueued.</typeparam>
public sealed class ChannelQueues<T> : IChannelQueues
{
    private readonly long _limitBytes;
    private PerChannel<Queue<Entry>> _queues;
    private PerChannel<int> _headBytes;
    private PerChannel<QueueCounters> _counters;

    /// <param name="limitBytes">The most that one channel may hold, at least 1; a packet that would exceed it is refused.</param>
    public ChannelQueues(long limitBytes = long.MaxValue)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(limitBytes, 1);
        _limitBytes = limitBytes;
        for (int i = 0; i < ChannelRates.Count; i++)
            _queues[i] = new Queue<Entry>();
    }

    public ref readonly QueueCounters Counters(Channel channel) => ref _counters[(int)channel];

    public int HeadBytes(Channel channel) => _headBytes[(int)channel];

    public int Packets(Channel channel) => _queues[(int)channel].Count;

    public bool IsEmpty => !((ReadOnlySpan<int>)_headBytes).ContainsAnyExcept(0);

    /// <summary>Appends a packet of <paramref name="bytes"/> (1 to <see cref="TokenBucket.MaxPacketBytes"/>); false if the limit refuses it.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="bytes"/> is out of range.</exception>
    public bool Enqueue(Channel channel, T packet, int bytes)
    {
        if (bytes is < 1 or > TokenBucket.MaxPacketBytes)
            throw new ArgumentOutOfRangeException(nameof(bytes), bytes, $"allowed: 1 to {TokenBucket.MaxPacketBytes}");
        int i = (int)channel;
        ref QueueCounters counters = ref _counters[i];
        bool fits = counters.QueuedBytes + bytes <= _limitBytes;
        counters.Enqueue(bytes);
        if (!fits)
        {
            counters.Drop(bytes, DropReason.QueueFull);
            return false;
        }
        if (_headBytes[i] == 0)
            _headBytes[i] = bytes;
        _queues[i].Enqueue(new Entry(packet, bytes));
        return true;
    }

    /// <summary>The first packet, which stays where it is.</summary>
    public bool TryPeek(Channel channel, [MaybeNullWhen(false)] out T packet)
    {
        bool any = _queues[(int)channel].TryPeek(out Entry entry);
        packet = entry.Packet;
        return any;
    }

    /// <summary>Takes the first packet to send it.</summary>
    public bool TryDequeue(Channel channel, [MaybeNullWhen(false)] out T packet)
    {
        if (!TryTake((int)channel, out Entry entry))
        {
            packet = default;
            return false;
        }
        _counters[(int)channel].Send(entry.Bytes);
        packet = entry.Packet;
        return true;
    }

    /// <summary>Takes the first packet to drop it.</summary>
    public bool TryDrop(Channel channel, DropReason reason, [MaybeNullWhen(false)] out T packet)
    {
        if (!TryTake((int)channel, out Entry entry))
        {
            packet = default;
            return false;
        }
        _counters[(int)channel].Drop(entry.Bytes, reason);
        packet = entry.Packet;
        return true;
    }

    private bool TryTake(int i, out Entry entry)
    {
        Queue<Entry> queue = _queues[i];
        if (!queue.TryDequeue(out entry))
            return false;
        _headBytes[i] = queue.TryPeek(out Entry next) ? next.Bytes : 0;
        return true;
    }

    private readonly record struct Entry(T Packet, int Bytes);

    // In line: a region visits thousands of circuits in turn, and each object more is a cache miss more.
    [InlineArray(ChannelRates.Count)]
    private struct PerChannel<TValue>
    {
        private TValue _first;
    }
}
