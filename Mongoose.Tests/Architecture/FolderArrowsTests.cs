using System.Text.RegularExpressions;
using Mongoose.Tests.Compatibility;
using Mono.Cecil;

namespace Mongoose.Tests.Architecture;

/// <summary>The folders of a project have no cyclic dependencies, neither directly nor through other folders.</summary>
public sealed partial class FolderArrowsTests
{
    private static readonly TestCaseData[] Projects =
    [
        Project("Mongoose.Core", OutputPath("Mongoose.Core.dll")),
        Project("Mongoose.Server", Built.Module),
        Project("Mongoose.Verse", OutputPath("Mongoose.Verse.dll")),
        Project("Mongoose.Voice", OutputPath("Mongoose.Voice.dll")),
        Project("Mongoose.Runtime", OutputPath("Mongoose.Runtime.dll")),
        Project("Mongoose.Network", OutputPath("Mongoose.Network.dll")),
        Project("Mongoose.Client", OutputPath("mongoose-bot.dll")),
        Project("Mongoose.Mixer", OutputPath("mongoose-mixer.dll")),
        Project("Mongoose.Testbed", OutputPath("mongoose-testbed.dll")),
    ];

    [TestCaseSource(nameof(Projects))]
    public void Folders_have_no_cyclic_dependencies(string project, string assembly)
    {
        FolderGraph graph = new();
        using ModuleDefinition module = ModuleDefinition.ReadModule(assembly);
        foreach ((TypeReference user, TypeReference used) in TypeUses.In(module).Where(pair => IsOf(project, pair.User) && IsOf(project, pair.Used)))
            graph.Add(user.Namespace, used.Namespace, $"{user.Name} uses {used.Name}");
        // A using directive also shows uses that leave no trace in the assembly, such as constants. An unnecessary directive is a build error.
        foreach ((string path, string used) in UsingLines(project))
            graph.Add(NamespaceOf(path), used, $"{Path.GetFileName(path)} has using {used}");
        Assert.That(graph.ArrowsOnCycles(), Is.Empty);
    }

    [TestCaseSource(nameof(Projects))]
    public void A_namespace_matches_its_folder(string project, string assembly)
    {
        string[] others = Sources(project)
            .Where(path => NamespaceLine().Match(File.ReadAllText(path)) is { Success: true } line && line.Groups[1].Value != NamespaceOf(path))
            .ToArray();
        Assert.That(others, Is.Empty, assembly);
    }

    [Test]
    public void A_cycle_is_reported_with_the_types_that_cause_it()
    {
        FolderGraph graph = new();
        graph.Add("A", "B", "X uses Y");
        graph.Add("B", "C", "Y uses Z");
        graph.Add("C", "A", "Z uses X");
        graph.Add("A", "D", "X uses W");
        Assert.That(graph.ArrowsOnCycles(), Is.EqualTo(new[] { "A -> B: X uses Y", "B -> C: Y uses Z", "C -> A: Z uses X" }));
    }

    private static TestCaseData Project(string name, string assembly) => new TestCaseData(name, assembly).SetArgDisplayNames(name);

    private static string OutputPath(string file) => Path.Combine(AppContext.BaseDirectory, file);

    private static bool IsOf(string project, TypeReference type) =>
        type.Namespace == project || type.Namespace.StartsWith(project + ".", StringComparison.Ordinal);

    private static IEnumerable<string> Sources(string project)
    {
        string root = Path.Combine(Built.Root, project);
        string[] made = [Path.Combine(root, "obj") + Path.DirectorySeparatorChar, Path.Combine(root, "bin") + Path.DirectorySeparatorChar];
        return Directory.EnumerateFiles(root, "*.cs", SearchOption.AllDirectories)
            .Where(path => !made.Any(folder => path.StartsWith(folder, StringComparison.Ordinal)));
    }

    private static string NamespaceOf(string path) =>
        Path.GetRelativePath(Built.Root, Path.GetDirectoryName(path)!).Replace(Path.DirectorySeparatorChar, '.');

    private static IEnumerable<(string Path, string Used)> UsingLines(string project) =>
        from path in Sources(project)
        let text = File.ReadAllText(path)
        where NamespaceLine().IsMatch(text)
        from Match line in UsingLine().Matches(text)
        let used = line.Groups[1].Value
        where used == project || used.StartsWith(project + ".", StringComparison.Ordinal)
        select (path, used);

    [GeneratedRegex(@"^namespace ([\w.]+);", RegexOptions.Multiline)]
    private static partial Regex NamespaceLine();

    [GeneratedRegex(@"^using ([\w.]+);", RegexOptions.Multiline)]
    private static partial Regex UsingLine();
}
