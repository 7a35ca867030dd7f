using System.Numerics;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Server.Downloads;

/// <summary>Counts what a region's capabilities sent, by capability. Thread-safe.</summary>
internal sealed class DownloadCounters
{
    /// <summary>The capabilities by which viewers download, in the order of the counts.</summary>
    public static readonly IReadOnlyList<string> Names = ["GetTexture", "GetMesh", "GetMesh2", "ViewerAsset"];

    private readonly long[] _responses = new long[Names.Count], _bytes = new long[Names.Count], _milliseconds = new long[Names.Count];
    private readonly object _gate = new();
    private DownloadCount[] _before = new DownloadCount[Names.Count];
    private int _waiting;

    /// <summary>Number of responses that OpenSim sent unpaced, because something had failed.</summary>
    public ResettableCount Unpaced { get; } = new();

    /// <summary>Number of requests that OpenSim has not answered yet.</summary>
    public int Waiting => Volatile.Read(ref _waiting);

    /// <summary>Time from requests until OpenSim's answers were ready.</summary>
    public DelayHistogram Answers { get; } = new();

    /// <summary>The counts of a capability since the region's start.</summary>
    public DownloadCount Total(int cap) =>
        new(Volatile.Read(ref _responses[cap]), Volatile.Read(ref _bytes[cap]), Volatile.Read(ref _milliseconds[cap]) / 1e3);

    /// <summary>The counts of a capability since the last reset.</summary>
    public DownloadCount SinceReset(int cap) => ResettableCount.Since(Volatile.Read(ref _before)[cap], Total(cap));

    public void CountRequest() => Interlocked.Increment(ref _waiting);

    /// <param name="time">How long the request waited until its answer was ready; null if it is not answered here.</param>
    public void CountAnswer(Duration? time)
    {
        Interlocked.Decrement(ref _waiting);
        if (time is not { } waited)
            return;
        // Each visitor's thread finds answers.
        lock (_gate)
            Answers.Add(waited);
    }

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
