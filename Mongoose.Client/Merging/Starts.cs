using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Client.Merging;

/// <summary>When the parts of a run began, by the clocks of their hosts.</summary>
internal sealed record Starts(Part First, Part Last)
{
    /// <summary>Between the first start and the last one.</summary>
    public Duration Difference => Last.After(First.Result.StartedAt);

    /// <param name="parts">The parts, in the order of their shards; at least one.</param>
    public static Starts Of(IReadOnlyList<Part> parts) =>
        new(parts.MinBy(part => part.Result.StartedAt)!, parts.MaxBy(part => part.Result.StartedAt)!);

    public override string ToString()
    {
        string began = First.Result.StartedAt.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.f'Z'", CultureInfo.InvariantCulture);
        return First.File == Last.File || Difference == Duration.Zero
            ? $"{First.Name} started at {began}"
            : $"{First.Name} started at {began}, {Last.Name} {Part.Text(Difference)} later";
    }
}
