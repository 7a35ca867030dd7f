namespace Mongoose.Core.Status.Findings;

/// <summary>
/// Whether textures and meshes come late because the service that stores them does. Some assets never come, such as those of grids that are
/// gone: one visitor's requests that wait need not be the service's.
/// </summary>
internal static class AssetRule
{
    private const int Several = 2;

    /// <summary>People wait in a scene without its textures, but they can talk and walk.</summary>
    private const double WorstHarm = 0.5, WorstHarmOfSome = 0.2;

    /// <summary>Whether the requests of several visitors wait: it is the service, or what all of them see.</summary>
    public static bool AreManyLate(IEnumerable<VisitorEvidence> visitors) =>
        visitors.Where(IsLate).Select(visitor => visitor.Figures.Name).Distinct().Skip(Several - 1).Any();

    /// <summary>How much a visitor suffers from requests that wait for OpenSimulator's answers.</summary>
    /// <param name="visitor">The visitor.</param>
    /// <param name="areManyLate">Whether several visitors wait.</param>
    public static double HarmOf(VisitorEvidence visitor, bool areManyLate) =>
        IsLate(visitor) ? Harm.OfRequests(visitor.RequestWait) * (areManyLate ? WorstHarm : WorstHarmOfSome) : 0;

    private static bool IsLate(VisitorEvidence visitor) =>
        !visitor.Figures.IsChild && Harm.OfRequests(visitor.RequestWait) >= Harm.Least;
}
