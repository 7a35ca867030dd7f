namespace Mongoose.Client.Activities;

/// <summary>Makes activities by name.</summary>
internal static class ActivityNames
{
    public const string Stand = "stand", Walk = "walk", Fly = "fly", Teleport = "teleport", Textures = "textures", Mixed = "mixed";

    public static readonly IReadOnlyList<string> All = [Stand, Walk, Fly, Teleport, Textures, Mixed];

    /// <summary>A new activity, for one avatar.</summary>
    /// <exception cref="ArgumentException">There is none of that <paramref name="name"/>; the message lists those that there are.</exception>
    public static IActivity Create(string name, int seed)
    {
        Random random = new(seed);
        return name switch
        {
            Stand => new Standing(random),
            Walk => new Walking(random),
            Fly => new Flying(random),
            Teleport => new Teleporting(random),
            Textures => new FetchingTextures(random),
            Mixed => new MixedActivity(random),
            _ => throw new ArgumentException($"no activity '{name}'; allowed: {string.Join(", ", All)}", nameof(name)),
        };
    }
}
