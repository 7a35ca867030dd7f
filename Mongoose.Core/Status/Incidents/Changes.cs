using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Incidents;

/// <summary>Finds what changed in the minute before an incident: the first part of that minute beside its end.</summary>
internal static class Changes
{
    /// <summary>The seconds at the end of the minute that are compared with those before.</summary>
    private const int EndSeconds = 8;

    /// <summary>Operators do not read more lines than these.</summary>
    private const int MaxChanges = 12;

    /// <summary>More arrivals than these are one change: a crowd.</summary>
    private const int MaxArrivals = 3;

    private const double MinScriptCores = 0.15, MinRateFactor = 2, MinPart = 0.2;
    private const int MinObjects = 100;

    /// <summary>The changes, at most twelve; none if there is nothing to compare with.</summary>
    /// <param name="minute">The moments before and at the incident's begin, oldest first.</param>
    public static IReadOnlyList<Change> In(IReadOnlyList<Moment> minute)
    {
        if (minute.Count <= EndSeconds)
            return [];
        Moment[] before = [.. minute.Take(minute.Count - EndSeconds)], end = [.. minute.Skip(minute.Count - EndSeconds)];
        return
        [
            .. ProcessChanges.In(before, end)
                .Concat(end[^1].Regions.SelectMany(region => OfRegion(region, before, end)))
                .Concat(Arrivals(minute))
                .Concat(end[^1].Visitors.SelectMany(visitor => OfLine(visitor, before)))
                .Take(MaxChanges),
        ];
    }

    private static IEnumerable<Change> OfRegion(RegionMoment region, Moment[] before, Moment[] end)
    {
        RegionMoment[] earlier = [.. before.Select(moment => Find(moment, region.Name)).OfType<RegionMoment>()];
        if (earlier.Length == 0)
        {
            yield return new Change($"“{region.Name}” started");
            yield break;
        }
        foreach (ScriptCost script in region.Scripts)
        {
            double was = earlier.Average(moment => moment.Scripts.FirstOrDefault(other => other.Id == script.Id)?.Cores ?? 0);
            if (script.Cores - was >= MinScriptCores)
                yield return new Change(
                    $"scripts in “{script.Name}” rose from {FigureText.Cores(was)} to {FigureText.Cores(script.Cores)}");
        }
        int objects = region.Health.Objects - earlier[0].Health.Objects;
        if (objects >= MinObjects)
            yield return new Change($"“{region.Name}” got {objects} more objects");
        double physics = end.Average(moment => Find(moment, region.Name)?.Health.Parts.Physics ?? 0);
        double physicsBefore = earlier.Average(moment => moment.Health.Parts.Physics);
        if (physics - physicsBefore >= MinPart)
            yield return new Change($"physics in “{region.Name}” rose from {FigureText.Percent(physicsBefore)}"
                + $" to {FigureText.Percent(physics)} of a frame");
    }

    private static RegionMoment? Find(Moment moment, string region) => moment.Regions.FirstOrDefault(other => other.Name == region);

    private static IEnumerable<Change> Arrivals(IReadOnlyList<Moment> minute)
    {
        HashSet<int> known = [.. minute[0].Visitors.Select(visitor => visitor.Number)];
        (VisitorMoment Visitor, string Before)[] came =
        [
            .. from moment in minute
               from visitor in moment.Visitors
               where known.Add(visitor.Number)
               select (visitor, FigureText.Of(minute[^1].At - moment.At)),
        ];
        return came.Length <= MaxArrivals
            ? came.Select(one => Of(one.Visitor, $"{{0}} came {one.Before} before"))
            : [new Change($"{came.Length} visitors came, the first {came[0].Before} before, the last {came[^1].Before}")];
    }

    private static IEnumerable<Change> OfLine(VisitorMoment visitor, Moment[] before)
    {
        VisitorMoment[] earlier =
            [.. before.Select(moment => moment.Visitors.FirstOrDefault(other => other.Number == visitor.Number)).OfType<VisitorMoment>()];
        if (earlier.Length == 0)
            yield break;
        if (earlier[0].Requested is { } asked && visitor.Requested is { } asks
            && (asks > asked * MinRateFactor || asks * MinRateFactor < asked))
            yield return Of(visitor, $"the viewer of {{0}} asks for {FigureText.Of(asks)}, before for {FigureText.Of(asked)}");
        DataRate was = DataRate.FromBytesPerSecond(earlier.Average(moment => moment.Path?.BytesPerSecond ?? 0));
        if (visitor.Path is { } path && visitor.Harm > 0 && path * MinRateFactor < was)
            yield return Of(visitor, $"the line of {{0}} fell from {FigureText.Of(was)} to {FigureText.Of(path)}");
        if (visitor.Downloads is { } downloads && earlier.All(moment => moment.Downloads is null))
            yield return Of(visitor, $"{{0}} began to download by HTTP, now at {FigureText.Of(downloads)}");
    }

    private static Change Of(VisitorMoment visitor, string text) => new(text, visitor.Avatar, visitor.Name);
}
