using Mongoose.Core.Units;

namespace Mongoose.Client.Activities;

/// <summary>Random parts of acts.</summary>
internal static class RandomActs
{
    public static float Between(this Random random, double least, double most) => (float)(least + random.NextDouble() * (most - least));

    public static Duration SecondsBetween(this Random random, double least, double most) => Duration.FromSeconds(random.Between(least, most));

    public static float AnyHeading(this Random random) => random.Between(0, 2 * Math.PI);

    /// <summary>Around a circle of some metres, to either side.</summary>
    public static float Turn(this Random random) => random.Between(0.3, 0.8) * (random.Next(2) * 2 - 1);
}
