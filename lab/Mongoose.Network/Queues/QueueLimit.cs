using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>The capacity of a queue, in packets or in bytes on the wire.</summary>
/// <param name="Amount">At least 1.</param>
/// <param name="InBytes">Whether <paramref name="Amount"/> counts bytes instead of packets.</param>
public readonly record struct QueueLimit(long Amount, bool InBytes)
{
    public static QueueLimit OfBytes(long amount) => new(amount, true);

    public static QueueLimit OfPackets(long amount) => new(amount, false);

    /// <summary>A queue's content in the limit's unit.</summary>
    public long Measure(int packets, long bytes) => InBytes ? bytes : packets;

    /// <summary>Whether the queue has room for another packet.</summary>
    public bool Admits(in PacketList queue, int arrivingBytes) =>
        Measure(queue.Count + 1, queue.Bytes + arrivingBytes) <= Amount;

    public override string ToString() => InBytes ? $"{Amount} bytes" : $"{Amount} packets";
}
