using System.Reflection;
using log4net;
using Mongoose.Core.Units;

namespace Mongoose.Server.Outbound;

/// <summary>Counts a region's failures, and logs at most one of them every ten seconds. Thread-safe; never throws.</summary>
internal sealed class FailureLog(Func<string> region)
{
    private static readonly Duration LogInterval = Duration.FromSeconds(10);
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    private readonly object _gate = new();
    private long _failures, _failuresBefore;
    private Instant _nextLog = Instant.LongAgo;

    /// <summary>The failures since the region's start or the last reset.</summary>
    public long Failures => Volatile.Read(ref _failures) - Volatile.Read(ref _failuresBefore);

    /// <summary>The failures since the region's start; a reset does not change them.</summary>
    public long Total => Volatile.Read(ref _failures);

    public void Reset() => Volatile.Write(ref _failuresBefore, Volatile.Read(ref _failures));

    public void Report(string what, Exception exception, Instant now)
    {
        Interlocked.Increment(ref _failures);
        lock (_gate)
        {
            if (now < _nextLog)
                return;
            _nextLog = now + LogInterval;
        }
        try
        {
            Log.Error($"[MONGOOSE]: {what} in region {region()} failed ({Failures} failures so far): {exception.Message}", exception);
        }
        catch
        {
            // A failure to log must not end the thread that sends the region's packets.
        }
    }
}
