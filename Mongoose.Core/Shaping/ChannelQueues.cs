using System.Diagnostics.CodeAnalysis;
using Mongoose.Core.Channels;

namespace Mongoose.Core.Shaping;

/// <summary>
/// Seven first-in first-out queues with byte limits and counters, for a region that has no queues of its own. They allocate nothing once
/// they have grown to their working size. Not thread-safe.
/// </summary>
/// <typeparam name="T">The packet type. The caller gives a packet's size when it enqueues the packet.</typeparam>
public sealed class ChannelQueues<T> : IChannelQueues
{
    private readonly long _limitBytes;
    private PerChannel<Queue<Entry>> _queues = new(() => new Queue<Entry>());
    private PerChannel<int> _headBytes;
    private PerChannel<QueueCounters> _counters;

    /// <param name="limitBytes">Maximum number of bytes per channel, at least 1. A packet that would exceed it is refused.</param>
    public ChannelQueues(long limitBytes = long.MaxValue)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(limitBytes, 1);
        _limitBytes = limitBytes;
    }

    public ref readonly QueueCounters Counters(Channel channel) => ref _counters[channel];

    public int HeadBytes(Channel channel) => _headBytes[channel];

    public int Packets(Channel channel) => _queues[channel].Count;

    public bool IsEmpty => !((ReadOnlySpan<int>)_headBytes).ContainsAnyExcept(0);

    /// <summary>
    /// Appends a packet of <paramref name="bytes"/> (1 to <see cref="TokenBucket.MaxPacketBytes"/>). Returns false if the limit refuses it.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="bytes"/> is out of range.</exception>
    public bool Enqueue(Channel channel, T packet, int bytes)
    {
        if (bytes is < 1 or > TokenBucket.MaxPacketBytes)
            throw new ArgumentOutOfRangeException(nameof(bytes), bytes, $"allowed: 1 to {TokenBucket.MaxPacketBytes}");
        ref QueueCounters counters = ref _counters[channel];
        bool fits = counters.Queued.Bytes + bytes <= _limitBytes;
        counters.Enqueue(bytes);
        if (!fits)
        {
            counters.Drop(bytes, DropReason.QueueFull);
            return false;
        }
        if (_headBytes[channel] == 0)
            _headBytes[channel] = bytes;
        _queues[channel].Enqueue(new Entry(packet, bytes));
        return true;
    }

    /// <summary>Returns the first packet without removing it.</summary>
    public bool TryPeek(Channel channel, [MaybeNullWhen(false)] out T packet)
    {
        bool any = _queues[channel].TryPeek(out Entry entry);
        packet = entry.Packet;
        return any;
    }

    /// <summary>
    /// The caller has shortened the first packet to <paramref name="bytes"/>, at least 1; the bytes taken off count as dropped.
    /// </summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="bytes"/> is less than 1 or more than the packet's size.</exception>
    public void TrimHead(Channel channel, int bytes)
    {
        ref int headBytes = ref _headBytes[channel];
        if (bytes < 1 || bytes > headBytes)
            throw new ArgumentOutOfRangeException(nameof(bytes), bytes, $"allowed: 1 to {headBytes}");
        _counters[channel].Trim(headBytes - bytes);
        headBytes = bytes;
    }

    /// <summary>Removes the first packet and counts it as sent.</summary>
    public bool TryDequeue(Channel channel, [MaybeNullWhen(false)] out T packet)
    {
        if (!TryTake(channel, out Entry entry))
        {
            packet = default;
            return false;
        }
        _counters[channel].Send(entry.Bytes);
        packet = entry.Packet;
        return true;
    }

    /// <summary>Removes the first packet and counts it as dropped.</summary>
    public bool TryDrop(Channel channel, DropReason reason, [MaybeNullWhen(false)] out T packet)
    {
        if (!TryTake(channel, out Entry entry))
        {
            packet = default;
            return false;
        }
        _counters[channel].Drop(entry.Bytes, reason);
        packet = entry.Packet;
        return true;
    }

    private bool TryTake(Channel channel, out Entry entry)
    {
        Queue<Entry> queue = _queues[channel];
        if (!queue.TryDequeue(out entry))
            return false;
        entry = entry with { Bytes = _headBytes[channel] };
        _headBytes[channel] = queue.TryPeek(out Entry next) ? next.Bytes : 0;
        return true;
    }

    private readonly record struct Entry(T Packet, int Bytes);
}
