namespace Mongoose.Testbed.OpenSim;

/// <summary>A file of a region module.</summary>
/// <param name="Source">Where it is.</param>
/// <param name="Target">Where it goes, relative to OpenSim's bin/.</param>
public sealed record ModuleFile(string Source, string Target)
{
    /// <summary>What makes a directory a release tree of the module.</summary>
    public const string Assembly = "Mongoose.Server.dll";

    /// <summary>All files of a directory that is laid out as OpenSim's bin/; none if it holds no module.</summary>
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
