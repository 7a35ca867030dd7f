using System.Runtime.CompilerServices;
using System.Xml.Linq;

namespace Mongoose.Tests.Architecture;

/// <summary>The allowed references between projects.</summary>
public sealed class ProjectArrowsTests
{
    private static readonly Dictionary<string, string[]> Allowed = new()
    {
        ["Mongoose.Core"] = [],
        ["Mongoose.Server"] = ["Mongoose.Core"],
        ["Mongoose.Verse"] = ["Mongoose.Core"],
        ["Mongoose.Voice"] = ["Mongoose.Core"],
        ["Mongoose.Runtime"] = ["Mongoose.Core"],
        ["Mongoose.Network"] = ["Mongoose.Core", "Mongoose.Runtime"],
        ["Mongoose.Client"] = ["Mongoose.Core", "Mongoose.Runtime"],
        ["Mongoose.Mixer"] = ["Mongoose.Core", "Mongoose.Voice", "Mongoose.Runtime"],
        ["Mongoose.Testbed"] =
        [
            "Mongoose.Core", "Mongoose.Verse", "Mongoose.Voice", "Mongoose.Runtime", "Mongoose.Network", "Mongoose.Client", "Mongoose.Mixer",
        ],
        ["Mongoose.Packages"] = ["Mongoose.Runtime"],
        ["Mongoose.Benchmarks"] =
        [
            "Mongoose.Core", "Mongoose.Verse", "Mongoose.Voice", "Mongoose.Runtime", "Mongoose.Network", "Mongoose.Client", "Mongoose.Mixer",
            "Mongoose.Testbed",
        ],
        ["Mongoose.Tests"] =
        [
            "Mongoose.Core", "Mongoose.Server", "Mongoose.Verse", "Mongoose.Voice", "Mongoose.Runtime", "Mongoose.Network", "Mongoose.Client",
            "Mongoose.Mixer", "Mongoose.Testbed", "Mongoose.Packages", "Mongoose.Benchmarks",
        ],
        ["Mongoose.Server.Tests"] = ["Mongoose.Core", "Mongoose.Server", "Mongoose.Testbed"],
    };

    private static readonly string[] NamesOfServer = ["Mongoose.Server"];

    private static string Root([CallerFilePath] string here = "") => Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "..", ".."));

    private static (string Name, string[] Sees)[] Projects() =>
        Directory.EnumerateDirectories(Root(), "Mongoose.*")
            .SelectMany(folder => Directory.EnumerateFiles(folder, "*.csproj"))
            .Select(path => (Path.GetFileNameWithoutExtension(path), XDocument.Load(path).Descendants("ProjectReference")
                .Select(reference => Path.GetFileNameWithoutExtension(reference.Attribute("Include")!.Value.Replace('\\', '/'))).ToArray()))
            .ToArray();

    [Test]
    public void Every_project_references_only_allowed_projects()
    {
        (string Name, string[] Sees)[] projects = Projects();
        Assert.That(projects, Is.Not.Empty);
        foreach ((string name, string[] sees) in projects)
        {
            string[] mongoose = sees.Where(other => other.StartsWith("Mongoose.", StringComparison.Ordinal)).ToArray();
            Assert.That(mongoose, Is.SubsetOf(Allowed.GetValueOrDefault(name, [])), $"{name} references more projects than allowed");
        }
    }

    [Test]
    public void Only_tests_reference_the_server() => Assert.That(
        Projects().Where(project => project.Sees.Intersect(NamesOfServer).Any()).Select(project => project.Name),
        Is.SubsetOf(new[] { "Mongoose.Tests", "Mongoose.Server.Tests" }));

    [Test]
    public void No_project_compiles_source_files_of_another_project()
    {
        // A linked source file would be a dependency that no ProjectReference shows. Only tests may link source files.
        foreach (string folder in Directory.EnumerateDirectories(Root(), "Mongoose.*"))
        {
            foreach (string path in Directory.EnumerateFiles(folder, "*.csproj"))
            {
                if (Path.GetFileNameWithoutExtension(path).EndsWith("Tests", StringComparison.Ordinal))
                    continue;
                Assert.That(XDocument.Load(path).Descendants("Compile").Select(item => item.Attribute("Include")?.Value ?? "")
                    .Where(include => include.Contains("Mongoose.", StringComparison.Ordinal)), Is.Empty, path);
            }
        }
    }
}
