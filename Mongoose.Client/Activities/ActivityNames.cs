namespace Mongoose.Client.Activities;

/// <summary>Creates activities by name.</summary>
internal static class ActivityNames
{
    public const string Stand = "stand", Walk = "walk", Fly = "fly", Teleport = "teleport", Textures = "textures", Mixed = "mixed";

    public static readonly IReadOnlyList<string> All = [Stand, Walk, Fly, Teleport, Textures, Mixed];

    /// <summary>Creates an activity for one avatar.</summary>
    /// <exception cref="ArgumentException">There is no activity with that <paramref name="name"/>; the message lists all names.</exception>
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
