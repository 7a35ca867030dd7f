using Mongoose.Core.Units;

namespace Mongoose.Client.Activities;

/// <summary>Now this, now that: mostly walks and stands, with and without downloads, and now and then flies or teleports.</summary>
internal sealed class Mixing(Random random) : IActivity
{
    private const double TextureShare = 0.5;

    private readonly (double Share, IActivity Activity)[] _parts =
    [
        (0.4, new Walking(random)),
        (0.3, new Standing(random)),
        (0.2, new Flying(random)),
        (0.1, new Teleporting(random)),
    ];

    public Act Next()
    {
        double drawn = random.NextDouble();
        bool fetches = random.NextDouble() < TextureShare;
        foreach ((double share, IActivity activity) in _parts)
        {
            drawn -= share;
            if (drawn < 0)
                return activity.Next() with { FetchesTextures = fetches };
        }
        return _parts[0].Activity.Next() with { FetchesTextures = fetches };
    }
}

/// <summary>What activities draw by lot.</summary>
internal static class Chances
{
    public static float Between(this Random random, double least, double most) => (float)(least + random.NextDouble() * (most - least));

    public static Duration SecondsBetween(this Random random, double least, double most) => Duration.FromSeconds(random.Between(least, most));

    public static float AnyHeading(this Random random) => random.Between(0, 2 * Math.PI);

    /// <summary>Around a circle of some metres, to either side: an avatar that walks straight on comes to the region's border.</summary>
    public static float Turn(this Random random) => random.Between(0.3, 0.8) * (random.Next(2) * 2 - 1);
}
