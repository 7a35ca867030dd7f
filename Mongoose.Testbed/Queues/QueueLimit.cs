namespace Mongoose.Testbed.Queues;

/// <summary>How much a queue holds, in packets or in bytes on the wire.</summary>
/// <param name="Amount">At least 1.</param>
/// <param name="InBytes">What <paramref name="Amount"/> counts.</param>
public readonly record struct QueueLimit(long Amount, bool InBytes)
{
    public static QueueLimit OfBytes(long amount) => new(amount, true);

    public static QueueLimit OfPackets(long amount) => new(amount, false);

    /// <summary>Whether a queue of that content has room for another packet.</summary>
    public bool Admits(int packets, long bytes, int arrivingBytes) => InBytes ? bytes + arrivingBytes <= Amount : packets < Amount;

    public override string ToString() => InBytes ? $"{Amount} bytes" : $"{Amount} packets";
}
