namespace Mongoose.Client.Activities;

/// <summary>Stands and downloads textures without pause.</summary>
internal sealed class FetchingTextures(Random random) : IActivity
{
    public Act Next() => new(random.SecondsBetween(5, 15)) { Heading = random.AnyHeading(), FetchesTextures = true };
}
