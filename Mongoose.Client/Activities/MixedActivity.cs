namespace Mongoose.Client.Activities;

/// <summary>Mostly walks and stands, sometimes flies or teleports; downloads textures in half of the acts.</summary>
internal sealed class MixedActivity(Random random) : IActivity
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
