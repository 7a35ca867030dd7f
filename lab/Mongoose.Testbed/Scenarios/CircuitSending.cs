using Mongoose.Core.Sending;
using Mongoose.Core.Settings;

namespace Mongoose.Testbed.Scenarios;

/// <summary>
/// The sending options of a circuit's Mongoose server, as declared in a file: the operator's settings, and how the region notifies the
/// server.
/// </summary>
internal sealed record CircuitSending : ISettingRules
{
    [Inlined]
    public OperatorSettings Operator { get; init; } = new();

    [Setting("polling", Text = "embedded regions: notify the sender, or are polled like OpenSimulator")]
    public Polling Polling { get; init; }

    object ISettingRules.Finish(ISettingReport report) => Operator.ApplyTo(SendingOptions.Default) with
    {
        Polling = Polling == Polling.OpenSim ? PollPolicy.OpenSim : PollPolicy.EventDriven,
    };
}

/// <summary>How a sender detects that there is something to send.</summary>
internal enum Polling
{
    /// <summary>The region notifies the sender of every event.</summary>
    Events,

    /// <summary>The sender polls the region, as it must with OpenSim.</summary>
    OpenSim,
}
