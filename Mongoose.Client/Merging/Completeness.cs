using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Client.Merging;

/// <summary>Why parts are not the whole of a run, for the user.</summary>
internal static class Completeness
{
    /// <summary>Parts that began further apart did not load the grid together.</summary>
    public static readonly Duration MaxDifference = Duration.FromSeconds(60);

    /// <param name="parts">The parts, in the order of their shards; at least one.</param>
    /// <param name="starts">When they began.</param>
    /// <returns>A line each; none if the run is complete.</returns>
    public static IReadOnlyList<string> Problems(IReadOnlyList<Part> parts, Starts starts) =>
    [
        .. Missing(parts), .. parts.SelectMany(PartFaults.Find),
        .. starts.Difference > MaxDifference
            ? [$"the parts did not run at the same time: {starts}; clocks or start times differ"]
            : Clocks.Of(parts) is { StartsAreFarApart: true } clocks
            ? [string.Create(CultureInfo.InvariantCulture, $"the parts did not run at the same time although their own clocks say so: "
                + $"they began {clocks.StartsApartS:0} s apart by the grid's clock; {clocks}")]
            : (string[])[],
    ];

    /// <summary>Neighbouring shards that are missing are one line: of a thousand machines, many may be.</summary>
    private static IEnumerable<string> Missing(IReadOnlyList<Part> parts)
    {
        int count = parts[0].Result.Request.Shard.Count, next = 0;
        foreach (int shard in parts.Select(part => part.Shard).Append(count))
        {
            if (shard - next == 1)
                yield return $"shard {next} of {count} is missing: no file has it";
            else if (shard > next)
                yield return $"shards {next} to {shard - 1} of {count} are missing: no file has them";
            next = shard + 1;
        }
    }
}
