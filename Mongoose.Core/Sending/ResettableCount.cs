using System.Numerics;

namespace Mongoose.Core.Sending;

/// <summary>A count since the region's start, and since the last reset. Thread-safe.</summary>
public sealed class ResettableCount
{
    private long _total, _before;

    /// <summary>The count since the region's start, which no reset changes.</summary>
    public long Total => Volatile.Read(ref _total);

    /// <summary>The count since the region's start or the last reset.</summary>
    public long SinceReset => Since(Volatile.Read(ref _before), Total);

    public void Increment() => Interlocked.Increment(ref _total);

    public void Reset() => Volatile.Write(ref _before, Total);

    /// <summary>
    /// The count since a reset. C# evaluates arguments from left to right, so a reset between the two reads does not make the result
    /// negative.
    /// </summary>
    public static T Since<T>(T before, T total) where T : ISubtractionOperators<T, T, T> => total - before;
}
