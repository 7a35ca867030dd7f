using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Testbed.Scenarios.Json;

namespace Mongoose.Testbed.Scenarios.Reading;

/// <summary>Reads how a circuit's Mongoose server sends: what its operator decides, and what the region notifies it of.</summary>
internal static class SendingReader
{
    /// <param name="circuit">The circuit's section; every key is optional.</param>
    public static SendingOptions Read(JsonSection circuit)
    {
        PathControlOptions path = ReadPathControl(circuit);
        return CircuitOptions.AsShipped with
        {
            PathControl = circuit.Flag("pathControl", true) ? path : null,
            FastResend = circuit.Flag("fastResend", CircuitOptions.AsShipped.FastResend),
            Polling = circuit.Choice("polling", "events", "events", "openSim") == "openSim" ? PollPolicy.OpenSim : PollPolicy.EventDriven,
        };
    }

    /// <summary>Also of a circuit without path control, so that a matrix may switch it on and off.</summary>
    private static PathControlOptions ReadPathControl(JsonSection circuit)
    {
        PathControlOptions initial = PathControlOptions.Default;
        return initial with
        {
            MaxDelay = Duration.FromMilliseconds(circuit.Number("pathDelayMs", initial.MaxDelay.Milliseconds, 20, 500, "ms")),
            MinRate = DataRate.FromKilobitsPerSecond(circuit.Number("minCircuitKbps", initial.MinRate.KilobitsPerSecond, 50, 5000, "kbit/s")),
        };
    }
}
