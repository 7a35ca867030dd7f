using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Incidents;

/// <summary>One second, as an incident keeps it: enough to see what changed before.</summary>
/// <param name="At">When it was.</param>
/// <param name="Process">The process.</param>
/// <param name="Regions">The regions of which the health is known.</param>
/// <param name="Visitors">The avatars; those in neighbouring regions are left out.</param>
public sealed record Moment(
    Instant At, ProcessHealth Process, IReadOnlyList<RegionMoment> Regions, IReadOnlyList<VisitorMoment> Visitors)
{
    /// <summary>The moment of a diagnosis.</summary>
    /// <param name="second">The process in that second alone.</param>
    public static Moment Of(Diagnosis diagnosis, IEnumerable<RegionEvidence> regions, in ProcessHealth second, Instant at) => new(
        at, second,
        [
            .. from region in regions
               where region.Health is not null
               select new RegionMoment(region.Name, region.Health!.Value, region.Scripts),
        ],
        [.. from verdict in diagnosis.Visitors where !verdict.Visitor.Figures.IsChild select VisitorMoment.Of(verdict)]);
}

/// <summary>A region in that second.</summary>
public sealed record RegionMoment(string Name, RegionHealth Health, IReadOnlyList<ScriptCost> Scripts);

/// <summary>A visitor in that second.</summary>
/// <param name="Number">The circuit's number.</param>
/// <param name="Avatar">The avatar's number.</param>
/// <param name="Name">The visitor's name.</param>
/// <param name="Cause">What held the visitor back; null for nothing.</param>
/// <param name="Harm">How much the visitor suffered, from 0 to 1.</param>
/// <param name="Requested">The rate that the viewer requested; null before its first request.</param>
/// <param name="Path">The rate that path control permitted; null without it.</param>
/// <param name="Used">The rate sent.</param>
/// <param name="Downloads">The rate of downloads by HTTP; null without any.</param>
public sealed record VisitorMoment(
    int Number, int Avatar, string Name, Cause? Cause, double Harm,
    DataRate? Requested, DataRate? Path, DataRate Used, DataRate? Downloads)
{
    /// <summary>The visitor of a verdict.</summary>
    public static VisitorMoment Of(Verdict verdict)
    {
        CircuitFigures figures = verdict.Visitor.Figures;
        return new VisitorMoment(figures.Number, figures.Avatar, figures.Name, verdict.Cause, verdict.Harm,
            figures.RequestedRate, figures.PathRate, figures.UsedRate, figures.Downloads?.Rate);
    }
}
