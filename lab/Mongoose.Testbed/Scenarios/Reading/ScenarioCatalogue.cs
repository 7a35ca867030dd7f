namespace Mongoose.Testbed.Scenarios.Reading;

/// <summary>Finds scenarios by name: built-in scenarios, and any file or folder.</summary>
internal sealed class ScenarioCatalogue(string folder)
{
    private const string Extension = ".json";

    /// <summary>The number of characters within which a result has its schema name.</summary>
    private const int HeadLength = 100;

    /// <summary>The built-in scenarios, in a folder next to the tool.</summary>
    public static ScenarioCatalogue BuiltIn { get; } = new(Path.Combine(AppContext.BaseDirectory, "scenarios"));

    /// <summary>All files, sorted by name.</summary>
    public IReadOnlyList<string> Files => Directory.Exists(folder) ? FilesIn(folder) : [];

    /// <summary>The name used on the command line: the path within the catalogue, without extension.</summary>
    public string NameOf(string file) => Path.ChangeExtension(Path.GetRelativePath(folder, file), null).Replace('\\', '/');

    /// <summary>The name by which <see cref="Find"/> finds the file, whether the catalogue has it or not.</summary>
    public string ShortNameOf(string file) =>
        file.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal) ? NameOf(file) : file;

    /// <summary>The catalogue's scenario with exactly this name; files in the current directory are not considered.</summary>
    /// <exception cref="FileNotFoundException">The catalogue has no such scenario.</exception>
    public string PathOf(string name) => Path.Combine(folder, name + Extension) is var path && File.Exists(path)
        ? path
        : throw new FileNotFoundException($"the built-in scenario {name} is not in {folder}");

    /// <summary>
    /// The files for a name: a file with exactly that name; otherwise a scenario or a folder of the catalogue; otherwise a path, with or
    /// without its extension. A folder of results with the name of a built-in scenario does not hide the scenario; a leading <c>./</c>
    /// selects the folder.
    /// </summary>
    /// <exception cref="FileNotFoundException">Nothing matches the name.</exception>
    public IReadOnlyList<string> Find(string name)
    {
        if (name.Length == 0)
            throw new FileNotFoundException("the name of a scenario is empty; \"list\" shows the built-in scenarios");
        if (File.Exists(name))
            return [name];
        string[] paths = IsExplicitlyRelative(name) ? [name] : [Path.Combine(folder, name), name];
        foreach (string path in paths)
        {
            if (File.Exists(path))
                return [path];
            if (File.Exists(path + Extension))
                return [path + Extension];
            if (Directory.Exists(path) && FilesIn(path) is { Count: > 0 } files)
                return files;
        }
        throw new FileNotFoundException($"scenario {name}: no such file, folder or built-in scenario; "
            + "\"list\" shows the built-in scenarios");
    }

    /// <summary>Whether the path explicitly starts at the current directory.</summary>
    private static bool IsExplicitlyRelative(string name) => name.Split('/', '\\')[0] is "." or "..";

    private static IReadOnlyList<string> FilesIn(string path) =>
        Directory.EnumerateFiles(path, "*" + Extension, SearchOption.AllDirectories)
            .Where(file => !file.EndsWith(".schema.json", StringComparison.Ordinal) && !IsResult(file))
            .Order(StringComparer.Ordinal).ToArray();

    /// <summary>Results that were saved below a folder of scenarios are not scenarios.</summary>
    private static bool IsResult(string file)
    {
        using StreamReader text = new(file);
        char[] head = new char[HeadLength];
        return new string(head, 0, text.ReadBlock(head)).Contains("\"schema\": \"mongoose-", StringComparison.Ordinal);
    }
}
