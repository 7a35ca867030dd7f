using System.Reflection;
using log4net;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Server.Outbound;

/// <summary>Counts a region's failures, and logs at most one of them every ten seconds. Thread-safe; never throws.</summary>
internal sealed class FailureLog(Func<string> region)
{
    private static readonly Duration LogInterval = Duration.FromSeconds(10);
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    private readonly object _gate = new();
    private Instant _nextLog = Instant.LongAgo;

    /// <summary>The region's failures, logged or not.</summary>
    public ResettableCount Count { get; } = new();

    public void Report(string what, Exception exception, Instant now)
    {
        Count.Increment();
        lock (_gate)
        {
            if (now < _nextLog)
                return;
            _nextLog = now + LogInterval;
        }
        try
        {
            Log.Error($"[MONGOOSE]: {what} in region {region()} failed ({Count.SinceReset} failures so far): "
                + exception.Message, exception);
        }
        catch
        {
            // A failure to log must not end the thread that sends the region's packets.
        }
    }
}
