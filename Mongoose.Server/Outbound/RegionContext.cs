using Mongoose.Core.Units;
using Mongoose.Server.Configuration;
using Mongoose.Server.OpenSimReflection;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>What everything that sends a region's packets shares.</summary>
/// <param name="Server">OpenSim's UDP server of the region.</param>
/// <param name="Settings">The [Mongoose] section.</param>
/// <param name="Internals">OpenSim's non-public members.</param>
/// <param name="Failures">Takes what goes wrong.</param>
/// <param name="Clock">The time.</param>
/// <param name="TickCount">The time by which OpenSim resends packets: Environment.TickCount without its sign.</param>
internal sealed record RegionContext(
    LLUDPServer Server, MongooseSettings Settings, OpenSimInternals Internals, FailureLog Failures, Func<Instant> Clock, Func<int> TickCount)
{
    /// <summary>Reports a failure of one client's circuit. Ignored while the client is closing: OpenSim clears its queues while Mongoose uses them.</summary>
    public void Report(LLClientView view, string what, Exception exception)
    {
        try
        {
            if (!view.IsActive || !view.UDPClient.IsConnected)
                return;
            what += $" {view.Name}";
        }
        catch
        {
            // This is called where exceptions end: the other circuits of the pass depend on it.
            what += " a client";
        }
        Failures.Report(what, exception, Clock());
    }
}
