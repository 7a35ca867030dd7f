using Mongoose.Core.Units;

namespace Mongoose.Client.Activities;

/// <summary>Random elements of acts.</summary>
internal static class RandomExtensions
{
    public static float Between(this Random random, double min, double max) => (float)(min + random.NextDouble() * (max - min));

    public static Duration SecondsBetween(this Random random, double min, double max) => Duration.FromSeconds(random.Between(min, max));

    public static float AnyHeading(this Random random) => random.Between(0, 2 * Math.PI);

    /// <summary>A turn rate of 0.3 to 0.8 rad/s, to either side.</summary>
    public static float TurnRate(this Random random) => random.Between(0.3, 0.8) * (random.Next(2) * 2 - 1);
}
