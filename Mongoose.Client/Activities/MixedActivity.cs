namespace Mongoose.Client.Activities;

/// <summary>Mostly walks and stands, sometimes flies or teleports; downloads textures in half of the acts.</summary>
internal sealed class MixedActivity(Random random) : IActivity
{
    private const double TextureShare = 0.5;

    private readonly Walking _walking = new(random);
    private readonly Standing _standing = new(random);
    private readonly Flying _flying = new(random);
    private readonly Teleporting _teleporting = new(random);

    public Act Next()
    {
        IActivity activity = random.NextDouble() switch
        {
            < 0.4 => _walking,
            < 0.7 => _standing,
            < 0.9 => _flying,
            _ => _teleporting,
        };
        bool fetchesTextures = random.NextDouble() < TextureShare;
        return activity.Next() with { FetchesTextures = fetchesTextures };
    }
}
