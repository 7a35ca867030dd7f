namespace Mongoose.Tests.Source.Architecture;

/// <summary>Which project may see which. Every project has tests of its own, and no file is compiled twice.</summary>
public sealed class ProjectArrowsTests
{
    /// <summary>
    /// What each project may reference. The module sees the module; bots and voice see the shared projects; the lab sees all; nothing sees
    /// the lab.
    /// </summary>
    private static readonly Dictionary<string, string[]> Allowed = new()
    {
        ["Mongoose.Core"] = [],
        ["Mongoose.Server"] = ["Mongoose.Core"],
        ["Mongoose.Runtime"] = ["Mongoose.Core"],
        ["Mongoose.Simulators"] = ["Mongoose.Core", "Mongoose.Runtime"],
        ["Mongoose.Client"] = ["Mongoose.Core", "Mongoose.Runtime"],
        ["Mongoose.Voice"] = ["Mongoose.Core"],
        ["Mongoose.Mixer"] = ["Mongoose.Core", "Mongoose.Runtime", "Mongoose.Voice"],
        ["Mongoose.Verse"] = ["Mongoose.Core"],
        ["Mongoose.Network"] = ["Mongoose.Core", "Mongoose.Runtime"],
        ["Mongoose.Testbed"] =
        [
            "Mongoose.Core", "Mongoose.Runtime", "Mongoose.Simulators", "Mongoose.Client", "Mongoose.Voice", "Mongoose.Mixer",
            "Mongoose.Verse", "Mongoose.Network",
        ],
        ["Mongoose.Benchmarks"] = ["Mongoose.Core", "Mongoose.Verse", "Mongoose.Voice", "Mongoose.Mixer", "Mongoose.Testbed"],
        ["Mongoose.Packages"] = ["Mongoose.Runtime"],
    };

    private static SourceProject[] Production => [.. SourceProject.All.Where(project => !project.IsTest)];

    [Test]
    public void Every_project_references_only_allowed_projects()
    {
        Assert.That(Production.Select(project => project.Name), Is.EquivalentTo(Allowed.Keys));
        Assert.Multiple(() =>
        {
            foreach (SourceProject project in Production)
                Assert.That(project.Sees.Where(IsOurs), Is.SubsetOf(Allowed[project.Name]), project.Name);
        });
    }

    [Test]
    public void Only_its_tests_reference_the_server() =>
        Assert.That(SourceProject.All.Where(project => project.Sees.Contains("Mongoose.Server")).Select(project => project.Name),
            Is.EquivalentTo(new[] { "Mongoose.Server.Tests", "Mongoose.Simulators.Tests", "Mongoose.Source.Tests" }));

    [Test]
    public void Every_project_has_one_test_project()
    {
        string[] tests =
            [.. SourceProject.All.Where(project => project.IsTest && project.Name != "Mongoose.TestKit").Select(project => project.Name)];
        // The tests of the sources and documents themselves have no project of their own.
        Assert.That(tests, Is.EquivalentTo(Production.Select(project => $"{project.Name}.Tests").Append("Mongoose.Source.Tests")));
    }

    /// <summary>
    /// Server and Client have no lock file: on hosts with OpenSimulator or LibreMetaverse, they reference other projects.
    /// </summary>
    [Test]
    public void Every_other_project_that_ships_has_a_lock_file()
    {
        string[] others = ["Mongoose.Server", "Mongoose.Client", "Mongoose.Benchmarks", "Mongoose.Packages"];
        Assert.That(SourceProject.All.Where(project => project.HasLockFile).Select(project => project.Name),
            Is.EquivalentTo(Allowed.Keys.Except(others)));
    }

    [Test]
    public void The_test_kit_sees_neither_the_lab_programs_nor_tests() => Assert.That(
        SourceProject.All.Single(project => project.Name == "Mongoose.TestKit").Sees,
        Has.None.EqualTo("Mongoose.Testbed").And.None.EqualTo("Mongoose.Benchmarks").And.None.EndsWith(".Tests"));

    [Test]
    public void No_file_is_compiled_in_two_projects() => Assert.That(
        SourceProject.All.SelectMany(project =>
            project.Elements("Compile").Where(include => include.Contains("..", StringComparison.Ordinal))), Is.Empty);

    private static bool IsOurs(string project) => project.StartsWith("Mongoose.", StringComparison.Ordinal);
}
