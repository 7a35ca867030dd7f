using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Network.Links;

/// <summary>Some packets take longer and are overtaken by those behind them; the others keep their order and their times.</summary>
/// <param name="Probability">Of a packet to take longer, 0 to 1.</param>
/// <param name="ExtraDelay">How much longer, 0 or more.</param>
/// <exception cref="ArgumentException">A parameter is outside its range.</exception>
public sealed record Reordering(double Probability, Duration ExtraDelay)
{
    public double Probability { get; } = Allowed.Probability(Probability, "reordering, probability");

    public Duration ExtraDelay { get; } =
        Allowed.Between(ExtraDelay, Duration.Zero, LinkOptions.LongestDelay, "reordering, extra delay");
}
