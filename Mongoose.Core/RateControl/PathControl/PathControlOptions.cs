using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>What an operator decides of path control. Immutable.</summary>
public sealed record PathControlOptions
{
    public static readonly PathControlOptions Default = new();

    [Setting("pathDelayMs", Min = 20, Max = 500, Unit = "ms", Text = "how long a circuit's packets may queue on its path")]
    public Duration MaxDelay { get; init; } = Duration.FromMilliseconds(80);

    [Setting("minCircuitKbps", Min = 50, Max = 5000, Unit = "kbit/s",
        Text = "what path control leaves a circuit, or half of it while a slow line drains; `MaxCircuitKbps` wins over it")]
    public DataRate MinRate { get; init; } = DataRate.FromKilobitsPerSecond(300);
}
