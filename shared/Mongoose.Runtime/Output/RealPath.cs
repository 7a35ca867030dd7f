namespace Mongoose.Runtime.Output;

/// <summary>The file that a path stands for, whatever links lead to it.</summary>
public static class RealPath
{
    /// <summary>As many as Linux follows.</summary>
    private const int MaxLinks = 40;

    private static readonly char[] Separators = [Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar];

    /// <summary>Follows the links of the file and of all its parent directories. A path that does not exist is not a link.</summary>
    /// <exception cref="IOException">The links lead in a circle.</exception>
    /// <exception cref="ArgumentException">The path is empty or invalid.</exception>
    public static string Resolve(string path)
    {
        string full = Path.GetFullPath(path), real = Path.GetPathRoot(full)!;
        Stack<string> rest = new(NamesBackwards(full));
        for (int links = 0; rest.TryPop(out string? name);)
        {
            string next = name == ".." ? Path.GetDirectoryName(real) ?? real : Path.Combine(real, name);
            string? target = LinkTarget(next);
            real = target is null ? next : Path.GetPathRoot(target) is { Length: > 0 } root ? root : real;
            if (target is null)
                continue;
            if (++links > MaxLinks)
                throw new IOException($"{full} has links that lead in a circle");
            foreach (string part in NamesBackwards(target))
                rest.Push(part);
        }
        return real;
    }

    private static IEnumerable<string> NamesBackwards(string path) =>
        path[Path.GetPathRoot(path)!.Length..]
            .Split(Separators, StringSplitOptions.RemoveEmptyEntries).Where(name => name != ".").Reverse();

    private static string? LinkTarget(string path) =>
        Directory.Exists(path) ? new DirectoryInfo(path).LinkTarget : new FileInfo(path).LinkTarget;
}
