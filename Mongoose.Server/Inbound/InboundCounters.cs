using Mongoose.Core.Sending;

namespace Mongoose.Server.Inbound;

/// <summary>Counts the received datagrams that Mongoose dropped or changed. Thread-safe.</summary>
internal sealed class InboundCounters
{
    /// <summary>AgentThrottle messages without valid rates; the last valid rates stay in force.</summary>
    public ResettableCount BadThrottles { get; } = new();

    /// <summary>Malformed datagrams from viewers, dropped.</summary>
    public ResettableCount Malformed { get; } = new();

    /// <summary>Malformed datagrams from addresses without a circuit, dropped.</summary>
    public ResettableCount Foreign { get; } = new();

    public void Reset()
    {
        BadThrottles.Reset();
        Malformed.Reset();
        Foreign.Reset();
    }
}
