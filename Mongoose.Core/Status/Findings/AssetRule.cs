using Mongoose.Core.Units;

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

    /// <summary>An answer that takes this long has waited for the service.</summary>
    private static readonly Duration LongAnswer = Duration.FromSeconds(1);

    /// <summary>
    /// Whether the service is late: the requests of several visitors wait, and one of their regions does not answer other requests at once.
    /// If all these regions do, what waits are assets that never come, and that all of them see.
    /// </summary>
    public static bool IsServiceLate(Evidence evidence)
    {
        VisitorEvidence[] late = [.. evidence.Visitors.Where(IsLate)];
        return late.Select(visitor => visitor.Figures.Name).Distinct().Skip(Several - 1).Any()
            && late.Any(visitor => !AnswersAtOnce(visitor.Region));
    }

    /// <summary>How much a visitor suffers from requests that wait for OpenSimulator's answers.</summary>
    /// <param name="visitor">The visitor.</param>
    /// <param name="isServiceLate">Whether the service is late, not some assets alone.</param>
    public static double HarmOf(VisitorEvidence visitor, bool isServiceLate) =>
        IsLate(visitor) ? Harm.OfRequests(visitor.RequestWait) * (isServiceLate ? WorstHarm : WorstHarmOfSome) : 0;

    private static bool AnswersAtOnce(RegionEvidence region) => region.Health?.AnswerTime is { } time && time < LongAnswer;

    private static bool IsLate(VisitorEvidence visitor) =>
        !visitor.Figures.IsChild && Harm.OfRequests(visitor.RequestWait) >= Harm.Least;
}
