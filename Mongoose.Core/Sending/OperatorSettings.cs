using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Settings;
using Mongoose.Core.Updates;

namespace Mongoose.Core.Sending;

/// <summary>Operator settings for path control and resends. The defaults are the shipped values.</summary>
public sealed record OperatorSettings
{
    [Setting("pathControl",
        Text = "limit each circuit to the rate that its path carries: [path control](../operators/reference.md#path-control)")]
    public bool PathControl { get; init; } = true;

    /// <summary>Read even if path control is off, so that it can be switched on and off separately.</summary>
    [Inlined]
    public PathControlOptions Path { get; init; } = PathControlOptions.Default;

    [Setting("fastResend",
        Text = "resend a packet immediately when three later packets have overtaken it, instead of only by OpenSimulator's timer")]
    public bool FastResend { get; init; } = true;

    [Setting("resendRule",
        Text = "resent object updates: `trimmed` leaves out what later packets have replaced, `off` resends packets unchanged")]
    public ResendRule ResendRule { get; init; } = ResendRule.Trimmed;

    public SendingOptions ApplyTo(SendingOptions sending) =>
        sending with { PathControl = PathControl ? Path : null, FastResend = FastResend, ResendRule = ResendRule };
}
