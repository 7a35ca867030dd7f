namespace Mongoose.Runtime.Output;

/// <summary>Outputs of a merge that would replace a part, or each other.</summary>
public static class OutputClashes
{
    /// <param name="outputs">Each output, with its option.</param>
    /// <param name="parts">The files that are only read.</param>
    /// <returns>One line per clash; none if every output is a file of its own.</returns>
    public static IEnumerable<string> Of(IReadOnlyList<(string Option, string Path)> outputs, IEnumerable<string> parts)
    {
        HashSet<string> read = parts.Select(FileOf).OfType<string>().ToHashSet();
        HashSet<string> written = [];
        foreach ((string option, string path) in outputs)
        {
            if (FileOf(path) is not { } file)
                continue;
            if (read.Contains(file))
                yield return $"{option} {path}: the file is one of those to merge, and would be replaced";
            if (!written.Add(file) && !OutputFile.IsDevice(file))
                yield return $"{outputs.First(output => FileOf(output.Path) == file).Option} and {option} are both {path}";
        }
    }

    /// <summary>Null if a path stands for no file; the reason is shown when it is read or written.</summary>
    public static string? FileOf(string path) => PathFault.OrNull(() => RealPath.Resolve(path));
}
