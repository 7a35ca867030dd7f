namespace Mongoose.Simulators;

/// <summary>A file of a region module.</summary>
/// <param name="Source">Path of the file.</param>
/// <param name="Target">Destination, relative to OpenSim's bin/.</param>
public sealed record ModuleFile(string Source, string Target)
{
    /// <summary>The file that identifies a directory as a release tree of the module.</summary>
    public const string Assembly = "Mongoose.Server.dll";

    /// <summary>All files except *.md of a directory that is laid out like OpenSim's bin/; empty if the directory has no module.</summary>
    public static ModuleFile[] TreeOf(string directory)
    {
        string root = Path.GetFullPath(directory);
        if (!File.Exists(Path.Combine(root, Assembly)))
            return [];
        return Directory.EnumerateFiles(root, "*", SearchOption.AllDirectories)
            .Where(file => !file.EndsWith(".md", StringComparison.OrdinalIgnoreCase))
            .Select(file => new ModuleFile(file, Path.GetRelativePath(root, file)))
            .ToArray();
    }
}
