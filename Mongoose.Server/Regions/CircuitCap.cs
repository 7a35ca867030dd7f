using Mongoose.Core.Channels;
using Mongoose.Server.Inbound;
using Mongoose.Server.Outbound;
using OpenSim.Framework;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Regions;

/// <summary>MaxCircuitKbps: in force while Mongoose shapes, and OpenSim's client_throttle_max_bps while it does not.</summary>
internal sealed class CircuitCap(LLUDPServer server, ModuleState state, ThrottleRequests requests, FailureLog failures)
{
    private readonly int _stock = server.ThrottleRates.ClientMaxRate;

    /// <summary>Sets the cap for circuits to come, and for those that are open as far as it changes.</summary>
    public void Apply()
    {
        int cap = state.IsShaping && state.Settings.MaxCircuitRate is { } rate ? (int)rate.BytesPerSecond : _stock;
        if (server.ThrottleRates.ClientMaxRate == cap)
            return;
        server.ThrottleRates.ClientMaxRate = cap;
        server.Scene?.ForEachClient(client =>
        {
            try
            {
                Apply(client, cap);
            }
            catch (Exception exception)
            {
                // One that is closing must not keep the cap from the others.
                failures.Report("the cap of a client", exception, OutboundThread.Now);
            }
        });
    }

    private void Apply(IClientAPI client, int cap)
    {
        if (client is not LLClientView view || !state.Internals.TrySetMaxRate(view.UDPClient, cap))
            return;
        if (requests.Of(view.UDPClient) is not { } asked)
            return;
        byte[] payload = new byte[AgentThrottle.PayloadBytes];
        AgentThrottle.Encode(asked, payload);
        view.UDPClient.SetThrottles(payload);
    }
}
