namespace Mongoose.Tests.Architecture;

/// <summary>Folders, and who in one uses what of another.</summary>
internal sealed class FolderGraph
{
    private readonly Dictionary<string, Dictionary<string, SortedSet<string>>> _arrows = [];

    /// <param name="from">The folder that uses.</param>
    /// <param name="to">The folder that is used.</param>
    /// <param name="why">Which type uses which.</param>
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

    /// <summary>Every arrow that lies on a cycle, one line each, with the types that draw it.</summary>
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
