namespace Mongoose.Tests.Source.Architecture;

/// <summary>The dependencies between folders, with the types that cause them.</summary>
internal sealed class FolderGraph
{
    private readonly Dictionary<string, Dictionary<string, SortedSet<string>>> _arrows = [];

    /// <param name="from">The using folder.</param>
    /// <param name="to">The used folder.</param>
    /// <param name="why">The using and the used type.</param>
    public void Add(string from, string to, string why)
    {
        if (from == to)
            return;
        if (!_arrows.TryGetValue(from, out Dictionary<string, SortedSet<string>>? targets))
            _arrows[from] = targets = [];
        if (!targets.TryGetValue(to, out SortedSet<string>? reasons))
            targets[to] = reasons = new SortedSet<string>(StringComparer.Ordinal);
        reasons.Add(why);
    }

    /// <summary>Every dependency that is part of a cycle, one line each, with the types that cause it.</summary>
    public string[] ArrowsOnCycles() =>
        (from arrow in _arrows
         from target in arrow.Value
         where ReachableFrom(target.Key).Contains(arrow.Key)
         orderby arrow.Key, target.Key
         select $"{arrow.Key} -> {target.Key}: {string.Join(", ", target.Value)}").ToArray();

    private HashSet<string> ReachableFrom(string start)
    {
        HashSet<string> reached = [start];
        Queue<string> next = new([start]);
        while (next.TryDequeue(out string? folder))
        {
            foreach (string target in _arrows.GetValueOrDefault(folder, []).Keys.Where(reached.Add))
                next.Enqueue(target);
        }
        return reached;
    }
}
