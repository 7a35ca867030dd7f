using System.Net;
using Mongoose.Core.Lines;
using Mongoose.Core.Units;
using Mongoose.Core.Updates;
using Mongoose.Server.Configuration;
using Mongoose.Server.OpenSimReflection;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Outbound;

/// <summary>The objects shared by all classes that send a region's packets.</summary>
/// <param name="Server">OpenSim's UDP server of the region.</param>
/// <param name="Settings">The [Mongoose] section.</param>
/// <param name="Internals">OpenSim's non-public members.</param>
/// <param name="Failures">Counts and logs failures.</param>
/// <param name="Clock">Returns the time.</param>
/// <param name="TickCount">Returns the time of OpenSim's resend timer: Environment.TickCount with its sign bit cleared.</param>
internal sealed record RegionContext(
    LLUDPServer Server, MongooseSettings Settings, OpenSimInternals Internals, FailureLog Failures, Func<Instant> Clock,
    Func<int> TickCount)
{
    /// <summary>The lines of all visitors of the process.</summary>
    public VisitorLines<(string Agent, IPAddress Address)> Lines { get; init; } = new();

    /// <summary>The region's share of the host's uplink; null if the uplink is not limited.</summary>
    public UplinkShare? Uplink { get; init; }

    /// <summary>The working memory of the resend rule.</summary>
    public UpdateTrimmer Trimmer { get; } = new();

    /// <summary>
    /// Reports a failure of one client's circuit, unless the client is closing: OpenSim then clears the client's queues while Mongoose uses
    /// them.
    /// </summary>
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
            // Callers are exception handlers: an exception from here would skip the other circuits of the pass.
            what += " a client";
        }
        Failures.Report(what, exception, Clock());
    }
}
