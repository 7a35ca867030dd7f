using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;

namespace Mongoose.Tests.Testbed.Scenarios.Reading;

[FixtureLifeCycle(LifeCycle.SingleInstance)]
public sealed class ScenarioCatalogueTests
{
    private TemporaryDirectory _directory = null!;
    private ScenarioCatalogue _catalogue = null!;

    [OneTimeSetUp]
    public void MakeCatalogue()
    {
        _directory = new TemporaryDirectory();
        Directory.CreateDirectory(Path.Combine(_directory.Path, "home"));
        foreach (string file in new[] { "b.json", "a.json", "home/z.json", "notes.txt" })
            File.WriteAllText(Path.Combine(_directory.Path, file), "{}");
        _catalogue = new ScenarioCatalogue(_directory.Path);
    }

    [OneTimeTearDown]
    public void DeleteCatalogue() => _directory.Dispose();

    [Test]
    public void It_has_all_scenarios_by_name() =>
        Assert.That(_catalogue.Files.Select(_catalogue.NameOf), Is.EqualTo(new[] { "a", "b", "home/z" }));

    [TestCase("a", "a")]
    [TestCase("a.json", "a")]
    [TestCase("home", "home/z")]
    [TestCase("home/z", "home/z")]
    public void A_name_selects_a_scenario_or_the_scenarios_of_a_folder(string name, string found) =>
        Assert.That(_catalogue.Find(name).Select(_catalogue.NameOf), Is.EqualTo(new[] { found }));

    [Test]
    public void A_path_selects_a_file_anywhere()
    {
        using SavedScenario saved = new("{}");
        Assert.That(_catalogue.Find(saved.Path), Is.EqualTo(new[] { saved.Path }));
        Assert.That(_catalogue.Find(saved.Folder), Is.EqualTo(new[] { saved.Path }));
    }

    [Test]
    public void Results_in_the_current_directory_do_not_hide_a_scenario_of_the_same_name()
    {
        using TemporaryDirectory catalogue = new();
        string name = $"{Guid.NewGuid():N}", here = Path.GetFullPath($"{name}.json"),
            scenario = Path.Combine(catalogue.Path, $"{name}.json");
        File.WriteAllText(scenario, "{}");
        File.WriteAllText(here, "{}");
        try
        {
            Assert.That(new ScenarioCatalogue(catalogue.Path).Find(name), Is.EqualTo(new[] { scenario }));
            Assert.That(new ScenarioCatalogue(catalogue.Path).Find($"./{name}"), Is.EqualTo(new[] { $"./{name}.json" }),
                "an explicit relative path");
            Assert.That(new ScenarioCatalogue(catalogue.Path).Find("."),
                Has.Some.EndsWith($"{name}.json").And.None.StartsWith(catalogue.Path), "the whole current directory");
            Assert.That(new ScenarioCatalogue(catalogue.Path).Find($"{name}.json"), Is.EqualTo(new[] { $"{name}.json" }),
                "an exact file name");
        }
        finally
        {
            File.Delete(here);
        }
    }

    [Test]
    public void An_unknown_name_is_reported() =>
        Assert.That(() => _catalogue.Find("nosuch"), Throws.TypeOf<FileNotFoundException>()
            .With.Message.StartsWith("scenario nosuch: no such file"));

    [Test]
    public void Every_built_in_scenario_is_valid_and_has_the_listed_texts()
    {
        Assert.That(ScenarioCatalogue.BuiltIn.Files, Has.Count.GreaterThanOrEqualTo(4));
        foreach (string file in ScenarioCatalogue.BuiltIn.Files)
        {
            Scenario scenario = new ScenarioFile(file).Read();
            Assert.That(scenario.Title, Is.Not.Empty, file);
            Assert.That(scenario.Figures.Count + (scenario.Matrix?.Figures.Count ?? 0) + scenario.Pair.Count, Is.Positive,
                $"{file}: its report shows something");
        }
    }

    [Test]
    public void Every_cell_of_every_built_in_matrix_is_valid()
    {
        foreach (ScenarioFile file in ScenarioCatalogue.BuiltIn.Files.Select(path => new ScenarioFile(path)))
        {
            if (file.Read().Matrix is { } matrix)
                Assert.That(() => matrix.Cells.Select(cell => file.Read(matrix.ChangesOf(cell))).Count(), Throws.Nothing);
        }
    }

    [Test]
    public void Results_below_a_folder_are_not_scenarios()
    {
        using TemporaryDirectory folder = new();
        File.WriteAllText(Path.Combine(folder.Path, "a.json"), ScenarioTexts.Small);
        Directory.CreateDirectory(Path.Combine(folder.Path, "results"));
        File.WriteAllText(Path.Combine(folder.Path, "results", "a.sim.json"), TestbedJson.Serialise(SampleTestbedResult.Create(seeds: 1)));
        File.WriteAllText(Path.Combine(folder.Path, "all.json"), TestbedJson.Serialise(SamplePairs.Demo()));
        Assert.That(ScenarioCatalogue.BuiltIn.Find(folder.Path).Select(Path.GetFileName), Is.EqualTo(new[] { "a.json" }));
    }
}
