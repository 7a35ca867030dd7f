using System.Text.Json;

namespace Mongoose.Tests.Source.Architecture;

/// <summary>The solution filters: what an engineer of the module, the bots, voice or the lab opens.</summary>
public sealed class FilterTests
{
    private static readonly string[] Filters = ["module", "bots", "voice", "lab"];

    [TestCaseSource(nameof(Filters))]
    public void A_filter_has_projects_that_exist_and_all_that_they_reference(string filter)
    {
        string[] projects = Projects(filter);
        Assert.That(projects.Where(path => !File.Exists(Path.Combine(Repository.Root(), path))), Is.Empty);
        string[] names = [.. projects.Select(Path.GetFileNameWithoutExtension).OfType<string>()];
        Assert.That(SourceProject.All.Where(project => names.Contains(project.Name)).SelectMany(project => project.Sees)
            .Where(name => name.StartsWith("Mongoose.", StringComparison.Ordinal) && !name.Contains('*', StringComparison.Ordinal))
            .Distinct(), Is.SubsetOf(names));
    }

    [Test]
    public void Every_project_with_an_audience_is_in_a_filter() =>
        Assert.That(SourceProject.All.Select(project => project.Name).Except(["Mongoose.Packages.Tests", "Mongoose.Source.Tests"]),
            Is.SubsetOf(Filters.SelectMany(Projects).Select(Path.GetFileNameWithoutExtension)));

    private static string[] Projects(string filter)
    {
        using JsonDocument file = JsonDocument.Parse(File.ReadAllText(Path.Combine(Repository.Root(), "eng", $"{filter}.slnf")));
        return [.. file.RootElement.GetProperty("solution").GetProperty("projects").EnumerateArray()
            .Select(path => path.GetString()!.Replace('\\', '/'))];
    }
}
