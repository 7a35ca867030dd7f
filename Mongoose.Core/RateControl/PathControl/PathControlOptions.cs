using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>Path control options that an operator can set. Immutable.</summary>
public sealed record PathControlOptions
{
    public static readonly PathControlOptions Default = new();

    [Setting("pathDelayMs", Min = 20, Max = 500, Unit = "ms",
        Text = "scale of the queue that a visitor's packets may cause on the line: a quarter of it from 1 Mbit/s on, "
            + "all of it at 75 kbit/s")]
    public Duration MaxDelay { get; init; } = Duration.FromMilliseconds(80);

    [Setting("minCircuitKbps", Min = 50, Max = 5000, Unit = "kbit/s",
        Text = "minimum rate of a visitor's circuits together, while the line delivers it; at most `MaxCircuitKbps`")]
    public DataRate MinRate { get; init; } = DataRate.FromKilobitsPerSecond(300);
}
