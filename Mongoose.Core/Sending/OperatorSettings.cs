using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Settings;
using Mongoose.Core.Updates;

namespace Mongoose.Core.Sending;

/// <summary>Operator settings for path control and resends. The defaults are the shipped values.</summary>
public sealed record OperatorSettings
{
    [Setting("pathControl", Text = "limit circuits to what their paths carry: [path control](../operators/reference.md#path-control)")]
    public bool PathControl { get; init; } = true;

    /// <summary>Read even if path control is off, so that a single key switches path control on and off.</summary>
    [Inlined]
    public PathControlOptions Path { get; init; } = PathControlOptions.Default;

    [Setting("fastResend", Text = "resend a packet at once when three later ones have overtaken it, not only by OpenSimulator's timer")]
    public bool FastResend { get; init; } = true;

    [Setting("resendRule", Text = "resent object updates: `trimmed` omits what later packets have replaced; `off`: unchanged")]
    public ResendRule ResendRule { get; init; } = ResendRule.Trimmed;

    public SendingOptions ApplyTo(SendingOptions sending) =>
        sending with { PathControl = PathControl ? Path : null, FastResend = FastResend, ResendRule = ResendRule };
}
