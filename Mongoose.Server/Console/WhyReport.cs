using Mongoose.Core.Status.Findings;
using Mongoose.Server.Regions;
using Mongoose.Server.Status;

namespace Mongoose.Server.Console;

/// <summary>The output of "mongoose why", as text.</summary>
internal static class WhyReport
{
    public const string Details =
        "Four lines, as on the status page: the cause, what it is, the evidence, and what helps. The figures are of the last ten\n"
        + "seconds. Suffers says how much is noticed, from 0 to 100 %. Textures that arrive slowly do not count; requests for them that\n"
        + "the simulator leaves unanswered do.";

    public static string Make(string name)
    {
        if (ModuleState.Current is null || StatusService.Source is not { } source)
            return Decision.NoRegion;
        return Of(name, source.Read(history => history.Diagnosis));
    }

    /// <summary>The output for a diagnosis.</summary>
    public static string Of(string name, Diagnosis diagnosis)
    {
        Verdict[] found = [.. diagnosis.Visitors.Where(verdict => TypedName.Is(name, verdict.Visitor.Figures.Name))];
        // The circuits with neighbouring regions matter only if there is no other.
        Verdict[] here = [.. found.Where(verdict => !verdict.Visitor.Figures.IsChild)];
        found = here.Length > 0 ? here : found;
        return found.Length > 0
            ? string.Join("\n\n", found.Select(verdict => string.Join('\n', Explanation.Of(verdict, diagnosis))))
            : TypedName.NotFound(name, "", diagnosis.Visitors.Select(verdict => verdict.Visitor.Figures.Name));
    }
}
