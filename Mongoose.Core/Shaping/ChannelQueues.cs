using System.Diagnostics.CodeAnalysis;
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
        foreach (Channel channel in ChannelSet.All)
            _queues[channel] = new Queue<Entry>();
    }

    public ref readonly QueueCounters Counters(Channel channel) => ref _counters[channel];

    public int HeadBytes(Channel channel) => _headBytes[channel];

    public int Packets(Channel channel) => _queues[channel].Count;

    public bool IsEmpty => !((ReadOnlySpan<int>)_headBytes).ContainsAnyExcept(0);

    /// <summary>Appends a packet of <paramref name="bytes"/> (1 to <see cref="TokenBucket.MaxPacketBytes"/>); false if the limit refuses it.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="bytes"/> is out of range.</exception>
    public bool Enqueue(Channel channel, T packet, int bytes)
    {
        if (bytes is < 1 or > TokenBucket.MaxPacketBytes)
            throw new ArgumentOutOfRangeException(nameof(bytes), bytes, $"allowed: 1 to {TokenBucket.MaxPacketBytes}");
        ref QueueCounters counters = ref _counters[channel];
        bool fits = counters.QueuedBytes + bytes <= _limitBytes;
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

    /// <summary>The first packet, which stays where it is.</summary>
    public bool TryPeek(Channel channel, [MaybeNullWhen(false)] out T packet)
    {
        bool any = _queues[channel].TryPeek(out Entry entry);
        packet = entry.Packet;
        return any;
    }

    /// <summary>Takes the first packet to send it.</summary>
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

    /// <summary>Takes the first packet to drop it.</summary>
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
        _headBytes[channel] = queue.TryPeek(out Entry next) ? next.Bytes : 0;
        return true;
    }

    private readonly record struct Entry(T Packet, int Bytes);
}
