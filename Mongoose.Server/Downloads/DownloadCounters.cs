namespace Mongoose.Server.Downloads;

/// <summary>Counts what a region's capabilities sent, by capability. Any thread may call.</summary>
internal sealed class DownloadCounters
{
    /// <summary>The capabilities by which viewers download, in the order of the counts.</summary>
    public static readonly IReadOnlyList<string> Names = ["GetTexture", "GetMesh", "GetMesh2", "ViewerAsset"];

    private readonly long[] _responses = new long[Names.Count], _bytes = new long[Names.Count], _milliseconds = new long[Names.Count];
    private DownloadCount[] _before = new DownloadCount[Names.Count];
    private long _unpaced, _unpacedBefore;

    /// <summary>Number of responses that OpenSim sent unpaced, because something had failed.</summary>
    public long Unpaced => Volatile.Read(ref _unpaced);

    /// <summary>Number of responses that were sent whole.</summary>
    public long Responses(int cap) => Volatile.Read(ref _responses[cap]);

    /// <summary>Bytes of responses, headers included.</summary>
    public long Bytes(int cap) => Volatile.Read(ref _bytes[cap]);

    /// <summary>Seconds from the moment when a response was ready until its last byte was written, of all responses together.</summary>
    public double Seconds(int cap) => Volatile.Read(ref _milliseconds[cap]) / 1e3;

    /// <summary>The counts of a capability since the region's start.</summary>
    public DownloadCount Total(int cap) => new(Responses(cap), Bytes(cap), Seconds(cap));

    /// <summary>The counts of a capability since the last reset.</summary>
    public DownloadCount SinceReset(int cap) => Total(cap) - Volatile.Read(ref _before)[cap];

    /// <summary>The same as <see cref="Unpaced"/>, since the last reset.</summary>
    public long UnpacedSinceReset => Unpaced - Volatile.Read(ref _unpacedBefore);

    public void CountBytes(int cap, int bytes) => Interlocked.Add(ref _bytes[cap], bytes);

    public void CountResponse(int cap, long milliseconds)
    {
        Interlocked.Increment(ref _responses[cap]);
        Interlocked.Add(ref _milliseconds[cap], milliseconds);
    }

    public void CountUnpaced() => Interlocked.Increment(ref _unpaced);

    /// <summary>Restarts the figures that count since the last reset. The other figures count on.</summary>
    public void Reset()
    {
        Volatile.Write(ref _before, Enumerable.Range(0, Names.Count).Select(Total).ToArray());
        Volatile.Write(ref _unpacedBefore, Unpaced);
    }
}

/// <summary>The data that a capability has sent.</summary>
/// <param name="Responses">Number of whole responses.</param>
/// <param name="Bytes">Bytes, headers included.</param>
/// <param name="Seconds">
/// Seconds from the moment when a response was ready until its last byte was written, of all responses together.
/// </param>
internal readonly record struct DownloadCount(long Responses, long Bytes, double Seconds)
{
    public static DownloadCount operator -(DownloadCount a, DownloadCount b) =>
        new(a.Responses - b.Responses, a.Bytes - b.Bytes, a.Seconds - b.Seconds);
}
