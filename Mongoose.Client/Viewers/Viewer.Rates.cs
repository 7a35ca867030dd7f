using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.RateControl;

namespace Mongoose.Client.Viewers;

// The rates that the viewer requests.
public sealed partial class Viewer
{
    private (uint Sequence, uint Generation) _rateRequest;
    private uint _throttle;

    /// <summary>Requests other rates.</summary>
    public void SetThrottle(in ChannelRates rates)
    {
        Span<byte> payload = stackalloc byte[AgentThrottle.PayloadBytes];
        AgentThrottle.Encode(rates, payload);
        SetThrottle(payload);
    }

    /// <summary>Requests other rates with a raw payload, which may be one that a region cannot read.</summary>
    public void SetThrottle(scoped ReadOnlySpan<byte> payload)
    {
        scoped DatagramWriter w = Begin(reliable: true);
        _messages.Throttle(ref w, payload, generation: 0);
        WithdrawThrottle();
        _throttle = Send(w);
    }

    /// <summary>
    /// Requests other rates once: a lost request is not resent, because regions take the last request that arrives as the newest.
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

    /// <summary>If the old request were resent after a newer one, it would undo the newer one.</summary>
    private void WithdrawThrottle() => _sender.Remove(_throttle);
}
