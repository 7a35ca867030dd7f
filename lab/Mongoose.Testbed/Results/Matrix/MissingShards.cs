namespace Mongoose.Testbed.Results.Matrix;

/// <summary>Infers from the runs that are in the parts of a matrix which shards would run the missing ones.</summary>
internal static class MissingShards
{
    /// <summary>More shards than this are not worth naming.</summary>
    private const int MaxFound = 8;

    /// <summary>
    /// The shards that have all missing runs, with the smallest number of shards, at least one per part, such that every part is of one
    /// shard and some shard is complete; empty if there is no such number, or if the shards are too many to name.
    /// </summary>
    /// <param name="runs">The number of runs of the matrix.</param>
    /// <param name="missing">The numbers of the missing runs, from 0.</param>
    /// <param name="parts">The numbers of the runs of each part.</param>
    public static Shard[] Find(int runs, IEnumerable<int> missing, IReadOnlyList<IReadOnlyList<int>> parts)
    {
        for (int count = Math.Max(parts.Count, 2); count <= Math.Min(runs, Shard.MaxCount); count++)
        {
            if (!parts.All(part => part.All(run => run % count == part[0] % count)))
                continue;
            Shard[] shards = missing.Select(run => run % count).Distinct().Order().Select(index => new Shard(index, count)).ToArray();
            if (shards.Length < count && shards.Length <= MaxFound)
                return shards;
        }
        return [];
    }
}
