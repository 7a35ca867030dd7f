using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.RateControl;

namespace Mongoose.Client.Viewers;

// The rates that the viewer asks for.
public sealed partial class Viewer
{
    private (uint Sequence, uint Generation) _rateRequest;
    private uint _throttle;

    /// <summary>Asks for other rates.</summary>
    public void SetThrottle(in ChannelRates rates)
    {
        Span<byte> payload = stackalloc byte[AgentThrottle.PayloadBytes];
        AgentThrottle.Encode(rates, payload);
        SetThrottle(payload);
    }

    /// <summary>Asks for other rates by a payload as it stands, which may be no payload that a region can read.</summary>
    public void SetThrottle(scoped ReadOnlySpan<byte> payload)
    {
        scoped DatagramWriter w = Begin(reliable: true);
        _messages.Throttle(ref w, payload, generation: 0);
        WithdrawThrottle();
        _throttle = Send(w);
    }

    /// <summary>
    /// Asks for other rates once: a request that is lost is not sent again, since regions take the last that arrives for the newest.
    /// </summary>
    internal void RequestRate(ThrottleRequest request)
    {
        Span<byte> payload = stackalloc byte[AgentThrottle.PayloadBytes];
        AgentThrottle.Encode(request.Channels, payload);
        scoped DatagramWriter w = Begin(reliable: true);
        _messages.Throttle(ref w, payload, request.Generation);
        WithdrawThrottle();
        _rateRequest = (Send(w, repeat: false), request.Generation);
    }

    /// <summary>Sent again after a newer one, it would undo that.</summary>
    private void WithdrawThrottle() => _sender.Forget(_throttle);
}
