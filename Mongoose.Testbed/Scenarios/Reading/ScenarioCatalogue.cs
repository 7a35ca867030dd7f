namespace Mongoose.Testbed.Scenarios.Reading;

/// <summary>Finds scenarios by name: those that come with the tool, and any file or folder.</summary>
internal sealed class ScenarioCatalogue(string folder)
{
    private const string Extension = ".json";

    /// <summary>Within so many characters a result names its schema.</summary>
    private const int HeadLength = 100;

    /// <summary>The scenarios that were built in beside the tool.</summary>
    public static ScenarioCatalogue BuiltIn { get; } = new(Path.Combine(AppContext.BaseDirectory, "scenarios"));

    /// <summary>All files, by name.</summary>
    public IReadOnlyList<string> Files => Directory.Exists(folder) ? FilesIn(folder) : [];

    /// <summary>As one types it: the path within the catalogue, without extension.</summary>
    public string NameOf(string file) => Path.ChangeExtension(Path.GetRelativePath(folder, file), null).Replace('\\', '/');

    /// <summary>The scenario of the catalogue of just that name, whatever lies in the current directory.</summary>
    /// <exception cref="FileNotFoundException">It is not there.</exception>
    public string PathOf(string name) => Path.Combine(folder, name + Extension) is var path && File.Exists(path)
        ? path
        : throw new FileNotFoundException($"the built-in scenario {name} is not in {folder}");

    /// <summary>
    /// The files that a name means: a file of just that name; else a scenario or a folder of the catalogue; else a path, with or without its
    /// extension. Results that were written to a place called as a scenario of the catalogue do not stand for it; <c>./</c> before it says
    /// that they do.
    /// </summary>
    /// <exception cref="FileNotFoundException">It means none.</exception>
    public IReadOnlyList<string> Find(string name)
    {
        if (File.Exists(name))
            return [name];
        string[] paths = IsOfHere(name) ? [name] : [Path.Combine(folder, name), name];
        foreach (string path in paths)
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

    /// <summary>Whether it is said to begin at the current directory.</summary>
    private static bool IsOfHere(string name) => name.Split('/', '\\')[0] is "." or "..";

    private static IReadOnlyList<string> FilesIn(string path) =>
        Directory.EnumerateFiles(path, "*" + Extension, SearchOption.AllDirectories)
            .Where(file => !file.EndsWith(".schema.json", StringComparison.Ordinal) && !IsResult(file)).Order(StringComparer.Ordinal).ToArray();

    /// <summary>Results that were kept below a folder of scenarios are none of these.</summary>
    private static bool IsResult(string file)
    {
        using StreamReader text = new(file);
        char[] head = new char[HeadLength];
        return new string(head, 0, text.ReadBlock(head)).Contains("\"schema\": \"mongoose-", StringComparison.Ordinal);
    }
}
