using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>What an operator decides of path control. Immutable.</summary>
public sealed record PathControlOptions
{
    public static readonly PathControlOptions Default = new();

    /// <summary>Queueing delay that a circuit may cause on its path, 20 to 500 ms.</summary>
    public Duration MaxDelay { get; init; } = Duration.FromMilliseconds(80);

    /// <summary>The least rate that path control leaves a circuit, 50 kbit/s to 5 Mbit/s.</summary>
    public DataRate MinRate { get; init; } = DataRate.FromKilobitsPerSecond(300);
}
