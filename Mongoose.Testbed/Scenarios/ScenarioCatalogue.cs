namespace Mongoose.Testbed.Scenarios;

/// <summary>Finds scenarios by name: those that come with the tool, and any file or folder.</summary>
public sealed class ScenarioCatalogue(string folder)
{
    private const string Extension = ".json";

    /// <summary>The scenarios that were built in beside the tool.</summary>
    public static ScenarioCatalogue BuiltIn { get; } = new(Path.Combine(AppContext.BaseDirectory, "scenarios"));

    /// <summary>All files, by name.</summary>
    public IReadOnlyList<string> Files => Directory.Exists(folder) ? FilesIn(folder) : [];

    /// <summary>As one types it: the path within the catalogue, without extension.</summary>
    public string NameOf(string file) => Path.ChangeExtension(Path.GetRelativePath(folder, file), null).Replace('\\', '/');

    /// <summary>
    /// The files that a name means: a file of just that name; else a scenario or a folder of the catalogue; else a path. Results that have
    /// been written to a place called as a scenario of the catalogue do not stand for it.
    /// </summary>
    /// <exception cref="FileNotFoundException">It means none.</exception>
    public IReadOnlyList<string> Find(string name)
    {
        if (File.Exists(name))
            return [name];
        foreach (string path in (string[])[Path.Combine(folder, name), name])
        {
            if (File.Exists(path))
                return [path];
            if (File.Exists(path + Extension))
                return [path + Extension];
            if (Directory.Exists(path) && FilesIn(path) is { Count: > 0 } files)
                return files;
        }
        throw new FileNotFoundException($"scenario {name}: no such file, folder or built-in scenario; \"list\" shows those");
    }

    private static IReadOnlyList<string> FilesIn(string path) =>
        Directory.EnumerateFiles(path, "*" + Extension, SearchOption.AllDirectories).Order(StringComparer.Ordinal).ToArray();
}
