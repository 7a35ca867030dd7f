using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Settings;

namespace Mongoose.Core.Sending;

/// <summary>What an operator decides of how circuits heed their paths. The defaults are what ships.</summary>
public sealed record OperatorSettings
{
    [Setting("pathControl", Text = "circuits send no more than their paths carry: [path control](OPERATORS.md#path-control)")]
    public bool PathControl { get; init; } = true;

    /// <summary>Also of circuits without path control, so that it can be switched on and off alone.</summary>
    [Inlined]
    public PathControlOptions Path { get; init; } = PathControlOptions.Default;

    [Setting("fastResend", Text = "packets that three later ones have overtaken are sent again at once, instead of by OpenSimulator's timer alone")]
    public bool FastResend { get; init; } = true;

    public SendingOptions ApplyTo(SendingOptions sending) => sending with { PathControl = PathControl ? Path : null, FastResend = FastResend };
}
