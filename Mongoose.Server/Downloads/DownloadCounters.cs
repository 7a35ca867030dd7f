using System.Numerics;
using Mongoose.Core.Sending;

namespace Mongoose.Server.Downloads;

/// <summary>Counts what a region's capabilities sent, by capability. Thread-safe.</summary>
internal sealed class DownloadCounters
{
    /// <summary>The capabilities by which viewers download, in the order of the counts.</summary>
    public static readonly IReadOnlyList<string> Names = ["GetTexture", "GetMesh", "GetMesh2", "ViewerAsset"];

    private readonly long[] _responses = new long[Names.Count], _bytes = new long[Names.Count], _milliseconds = new long[Names.Count];
    private DownloadCount[] _before = new DownloadCount[Names.Count];

    /// <summary>Number of responses that OpenSim sent unpaced, because something had failed.</summary>
    public ResettableCount Unpaced { get; } = new();

    /// <summary>The counts of a capability since the region's start.</summary>
    public DownloadCount Total(int cap) =>
        new(Volatile.Read(ref _responses[cap]), Volatile.Read(ref _bytes[cap]), Volatile.Read(ref _milliseconds[cap]) / 1e3);

    /// <summary>The counts of a capability since the last reset.</summary>
    public DownloadCount SinceReset(int cap) => ResettableCount.Since(Volatile.Read(ref _before)[cap], Total(cap));

    public void CountBytes(int cap, int bytes) => Interlocked.Add(ref _bytes[cap], bytes);

    public void CountResponse(int cap, long milliseconds)
    {
        Interlocked.Increment(ref _responses[cap]);
        Interlocked.Add(ref _milliseconds[cap], milliseconds);
    }

    /// <summary>Restarts the figures that count since the last reset. The other figures count on.</summary>
    public void Reset()
    {
        Volatile.Write(ref _before, Enumerable.Range(0, Names.Count).Select(Total).ToArray());
        Unpaced.Reset();
    }
}

/// <summary>The data that a capability has sent.</summary>
/// <param name="Responses">Number of whole responses.</param>
/// <param name="Bytes">Bytes, headers included.</param>
/// <param name="Seconds">
/// Seconds from the moment when a response was ready until its last byte was written, of all responses together.
/// </param>
internal readonly record struct DownloadCount(long Responses, long Bytes, double Seconds)
    : ISubtractionOperators<DownloadCount, DownloadCount, DownloadCount>
{
    public static DownloadCount operator -(DownloadCount a, DownloadCount b) =>
        new(a.Responses - b.Responses, a.Bytes - b.Bytes, a.Seconds - b.Seconds);
}
