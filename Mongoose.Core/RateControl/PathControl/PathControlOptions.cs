using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>Path control options that an operator can set. Immutable.</summary>
public sealed record PathControlOptions
{
    public static readonly PathControlOptions Default = new();

    [Setting("pathDelayMs", Min = 20, Max = 500, Unit = "ms", Text = "maximum time that a circuit's packets may wait in queues on its path")]
    public Duration MaxDelay { get; init; } = Duration.FromMilliseconds(80);

    [Setting("minCircuitKbps", Min = 50, Max = 5000, Unit = "kbit/s",
        Text = "minimum rate under path control, or half of it while a slow line drains; `MaxCircuitKbps` takes precedence")]
    public DataRate MinRate { get; init; } = DataRate.FromKilobitsPerSecond(300);
}
