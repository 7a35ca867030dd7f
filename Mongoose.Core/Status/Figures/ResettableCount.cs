namespace Mongoose.Core.Status.Figures;

/// <summary>A count since the region's start, and since the last reset. Thread-safe.</summary>
public sealed class ResettableCount
{
    private long _total, _before;

    /// <summary>The count since the region's start, which no reset changes.</summary>
    public long Total => Volatile.Read(ref _total);

    /// <summary>The count since the region's start or the last reset.</summary>
    public long SinceReset => Total - Volatile.Read(ref _before);

    public void Increment() => Interlocked.Increment(ref _total);

    public void Reset() => Volatile.Write(ref _before, Total);
}
