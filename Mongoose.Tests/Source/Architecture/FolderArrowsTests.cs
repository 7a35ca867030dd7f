using System.Text.RegularExpressions;
using Mono.Cecil;

namespace Mongoose.Tests.Source.Architecture;

/// <summary>The folders of a project have no cyclic dependencies, neither directly nor through other folders.</summary>
public sealed partial class FolderArrowsTests
{
    private static IEnumerable<TestCaseData> Projects() => SourceProject.All.Where(project =>
        !project.IsTest && project.Name is not ("Mongoose.Packages" or "Mongoose.Benchmarks"))
        .Select(project => new TestCaseData(project).SetArgDisplayNames(project.Name));

    [TestCaseSource(nameof(Projects))]
    public void Folders_have_no_cyclic_dependencies(SourceProject project)
    {
        FolderGraph graph = new();
        using ModuleDefinition module = ModuleDefinition.ReadModule(AssemblyOf(project));
        foreach ((TypeReference user, TypeReference used) in TypeUses.In(module)
            .Where(pair => IsOf(project, pair.User) && IsOf(project, pair.Used)))
            graph.Add(user.Namespace, used.Namespace, $"{user.Name} uses {used.Name}");
        // Uses that leave no trace in the assembly, such as constants. An unnecessary directive is a build error.
        foreach ((string path, string used) in UsingLines(project))
            graph.Add(project.NamespaceOf(path), used, $"{Path.GetFileName(path)} has using {used}");
        foreach ((string from, string to, string why) in NameUses.OfEnclosing(project.Sources))
            graph.Add(from, to, why);
        Assert.That(graph.ArrowsOnCycles(), Is.Empty);
    }

    [TestCaseSource(nameof(Projects))]
    public void A_namespace_matches_its_folder(SourceProject project)
    {
        string[] others = project.Sources
            .Where(path => NamespaceLine().Match(File.ReadAllText(path)) is { Success: true } line
                && line.Groups[1].Value != project.NamespaceOf(path))
            .ToArray();
        Assert.That(others, Is.Empty);
    }

    [Test]
    public void A_constant_of_an_enclosing_namespace_is_seen()
    {
        using TemporaryDirectory folder = new();
        string outer = Path.Combine(folder.Path, "Outer.cs"), inner = Path.Combine(folder.Path, "Inner.cs");
        File.WriteAllText(outer, "namespace A; class Outer { public const int Size = 1; B.Inner? _inner; }");
        File.WriteAllText(inner, "namespace A.B; class Inner { int Twice => 2 * Outer.Size; }");
        Assert.That(NameUses.OfEnclosing([outer, inner]), Is.EqualTo(new[] { ("A.B", "A", "Inner.cs names Outer") }));
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

    private static string AssemblyOf(SourceProject project) => project.Name switch
    {
        "Mongoose.Server" => Built.Module,
        "Mongoose.Client" => OutputPath("mongoose-bot.dll"),
        "Mongoose.Mixer" => OutputPath("mongoose-mixer.dll"),
        "Mongoose.Testbed" => OutputPath("mongoose-testbed.dll"),
        _ => OutputPath($"{project.Name}.dll"),
    };

    private static string OutputPath(string file) => Path.Combine(AppContext.BaseDirectory, file);

    private static bool IsOf(SourceProject project, TypeReference type) =>
        type.Namespace == project.Name || type.Namespace.StartsWith(project.Name + ".", StringComparison.Ordinal);

    private static IEnumerable<(string Path, string Used)> UsingLines(SourceProject project) =>
        from path in project.Sources
        let text = File.ReadAllText(path)
        where NamespaceLine().IsMatch(text)
        from Match line in UsingLine().Matches(text)
        let used = line.Groups[1].Value
        where used == project.Name || used.StartsWith(project.Name + ".", StringComparison.Ordinal)
        select (path, used);

    [GeneratedRegex(@"^namespace ([\w.]+);", RegexOptions.Multiline)]
    private static partial Regex NamespaceLine();

    [GeneratedRegex(@"^using ([\w.]+);", RegexOptions.Multiline)]
    private static partial Regex UsingLine();
}
