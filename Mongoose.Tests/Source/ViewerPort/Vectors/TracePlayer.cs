using Mongoose.Core.Channels;
using Mongoose.Core.Loss;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Source.ViewerPort.Vectors;

/// <summary>Plays the steps of a trace to a requester, and returns its output.</summary>
internal sealed class TracePlayer
{
    private readonly ThrottleRequester _requester;

    public TracePlayer(TraceOptions options, Instant began) => _requester =
        new ThrottleRequester(RateControllers.Create(WindowTrackingController.ControllerName, options.ToOptions()), began);

    public TraceOutcome Play(TraceStep step)
    {
        Instant now = new(step.AtNs);
        PacketVerdict? verdict = null;
        switch (step.Event)
        {
            case TraceEvent.Packet:
                verdict = _requester.OnPacket(step.Sequence, step.Resent, step.Bytes, now);
                break;
            case TraceEvent.Ping:
                _requester.OnPing(new Duration(step.RoundTripNs), now);
                break;
            case TraceEvent.NewCircuit:
                _requester.OnNewCircuit(now);
                break;
            case TraceEvent.Acknowledged:
                _requester.OnAcknowledged(step.Generation);
                break;
            case TraceEvent.Wake:
                break;
        }
        TraceMessage? message = _requester.TryTake(now, out ThrottleRequest request) ? Message(request) : null;
        return Outcome(verdict, message);
    }

    private static TraceMessage Message(ThrottleRequest request) => new(request.Generation, Payload(request.Channels));

    public static string Payload(in ChannelRates rates)
    {
        Span<byte> payload = stackalloc byte[AgentThrottle.PayloadBytes];
        AgentThrottle.Encode(rates, payload);
        return Convert.ToHexString(payload);
    }

    private TraceOutcome Outcome(PacketVerdict? verdict, TraceMessage? message)
    {
        ControllerState state = _requester.Controller.State;
        Instant wake = _requester.NextWakeAt;
        return new TraceOutcome(state.WindowBytes, state.ThresholdBytes, _requester.Controller.Rate.BitsPerSecond, state.LossEvents,
            _requester.PingInterval.Nanoseconds)
        {
            Kind = verdict?.Kind,
            Lost = verdict?.Loss.Count ?? 0,
            WakeNs = wake == Instant.Never ? null : wake.Nanoseconds,
            Message = message,
        };
    }
}
