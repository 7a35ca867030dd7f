using Mongoose.Core.Sending;
using Mongoose.Core.Settings;

namespace Mongoose.Testbed.Scenarios;

/// <summary>How a circuit's Mongoose server sends, as a file says it: what its operator decides, and what the region notifies it of.</summary>
internal sealed record CircuitSending : ISettingRules
{
    [Inlined]
    public OperatorSettings Operator { get; init; } = new();

    [Setting("polling", Text = "whether the embedded region notifies its sender, or is polled as OpenSimulator has to be")]
    public Polling Polling { get; init; }

    object ISettingRules.Finish(ISettingReport report) => Operator.ApplyTo(SendingOptions.Default) with
    {
        Polling = Polling == Polling.OpenSim ? PollPolicy.OpenSim : PollPolicy.EventDriven,
    };
}

/// <summary>How a sender learns that there is something to send.</summary>
internal enum Polling
{
    /// <summary>The region notifies it of everything.</summary>
    Events,

    /// <summary>It looks from time to time.</summary>
    OpenSim,
}
