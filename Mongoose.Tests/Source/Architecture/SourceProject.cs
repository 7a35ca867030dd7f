using System.Xml.Linq;

namespace Mongoose.Tests.Source.Architecture;

/// <summary>A project of the checkout.</summary>
/// <param name="Name">Its name, such as Mongoose.Core.</param>
/// <param name="Folder">Its folder, relative to the root, with forward slashes.</param>
public sealed record SourceProject(string Name, string Folder)
{
    /// <summary>The projects of ours: no signatures and no stand-ins of other people's assemblies.</summary>
    public static IReadOnlyList<SourceProject> All { get; } =
    [
        .. Directory.EnumerateFiles(Repository.Root(), "Mongoose.*.csproj", SearchOption.AllDirectories)
            .Select(path => new SourceProject(Path.GetFileNameWithoutExtension(path),
                Path.GetRelativePath(Repository.Root(), Path.GetDirectoryName(path)!).Replace('\\', '/')))
            .Where(project => !project.Folder.StartsWith("eng/addon/", StringComparison.Ordinal))
            .OrderBy(project => project.Name, StringComparer.Ordinal),
    ];

    /// <summary>Whether its tests, or tests of several projects, are in it.</summary>
    public bool IsTest => Folder.StartsWith("Mongoose.Tests/", StringComparison.Ordinal);

    private string Root => Path.Combine(Repository.Root(), Folder);

    /// <summary>Whether a file has the sums of the packages that a restore takes.</summary>
    public bool HasLockFile => File.Exists(Path.Combine(Root, "packages.lock.json"));

    /// <summary>The projects that it references.</summary>
    public string[] Sees =>
        Elements("ProjectReference").Select(include => Path.GetFileNameWithoutExtension(include.Replace('\\', '/'))).ToArray();

    /// <summary>Its source files.</summary>
    public IEnumerable<string> Sources => Directory.EnumerateFiles(Root, "*.cs", SearchOption.AllDirectories)
        .Where(path => !IsIn("obj", path) && !IsIn("bin", path));

    /// <summary>The paths of items of one type in the project file.</summary>
    public string[] Elements(string item) => XDocument.Load(Path.Combine(Root, Name + ".csproj")).Descendants(item)
        .Select(element => element.Attribute("Include")?.Value ?? "").ToArray();

    /// <summary>The namespace of a folder in it.</summary>
    public string NamespaceOf(string file)
    {
        string inside = Path.GetRelativePath(Root, Path.GetDirectoryName(file)!);
        return inside == "." ? Name : $"{Name}.{inside.Replace(Path.DirectorySeparatorChar, '.')}";
    }

    private bool IsIn(string folder, string path) =>
        path.StartsWith(Path.Combine(Root, folder) + Path.DirectorySeparatorChar, StringComparison.Ordinal);
}
