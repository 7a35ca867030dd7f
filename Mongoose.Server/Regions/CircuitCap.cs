using Mongoose.Core.Channels;
using Mongoose.Server.Inbound;
using Mongoose.Server.Outbound;
using OpenSim.Framework;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Regions;

/// <summary>The maximum rate of a circuit: MaxCircuitKbps while Mongoose shapes, otherwise OpenSim's client_throttle_max_bps.</summary>
internal sealed class CircuitCap(LLUDPServer server, ModuleState state, ThrottleRequests requests, FailureLog failures)
{
    private readonly int _stock = server.ThrottleRates.ClientMaxRate;

    /// <summary>Sets the cap for future circuits and, if it has changed, for the open ones.</summary>
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
                // A client that is closing must not prevent the other clients from getting the cap.
                failures.Report("setting the cap of a client", exception, OutboundThread.Now);
            }
        });
    }

    private void Apply(IClientAPI client, int cap)
    {
        if (client is not LLClientView view || !state.Internals.TrySetMaxRate(view.UDPClient, cap))
            return;
        if (requests.RatesOf(view.UDPClient) is not { } asked)
            return;
        byte[] payload = new byte[AgentThrottle.PayloadBytes];
        AgentThrottle.Encode(asked, payload);
        view.UDPClient.SetThrottles(payload);
    }
}
