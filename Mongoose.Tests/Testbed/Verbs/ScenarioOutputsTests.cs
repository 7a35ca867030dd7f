using Mongoose.Testbed.Results;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Tests.Testbed.Verbs;

public sealed class ScenarioOutputsTests
{
    [Test]
    public void All_outputs_can_use_the_directory_that_the_tables_create()
    {
        using TemporaryDirectory directory = new();
        ScenarioOutputs outputs = In(directory);
        outputs.Check();
        Assert.That(Directory.GetFiles(Path.Combine(directory.Path, "out")), Is.Empty, "a check leaves nothing behind");
        outputs.Write(SamplePairs.Demo());
        Assert.That(Directory.GetFiles(Path.Combine(directory.Path, "out")).Select(Path.GetFileName), Is.EquivalentTo(
            new[] { "demo.json", "demo.html", TestbedCsv.StatsFile, TestbedCsv.SeriesFile }));
    }

    [Test]
    public void Each_cell_of_a_scenario_has_a_file_of_its_own()
    {
        using TemporaryDirectory directory = new();
        ScenarioOutputs outputs = new(null, null, null, directory.Path);
        foreach (TestbedResult result in SamplePairs.Demo())
            outputs.Save(result);
        Assert.That(Directory.GetFiles(directory.Path).Select(Path.GetFileName), Is.EquivalentTo(
            new[] { "demo.1.5-Mbit-s.real.json", "demo.8-Mbit-s.real.json", "demo.line-of-1-Mbit-s.real.json" }));
    }

    [Test]
    public void The_demos_JSON_is_a_list_even_for_one_result()
    {
        using TemporaryDirectory directory = new();
        ScenarioOutputs outputs = In(directory) with { IsAlwaysList = true };
        outputs.Check();
        outputs.Write(SamplePairs.Demo()[..1]);
        Assert.That(File.ReadAllText(Path.Combine(directory.Path, "out", "demo.json")), Does.StartWith("["));
    }

    private static ScenarioOutputs In(TemporaryDirectory directory)
    {
        string folder = Path.Combine(directory.Path, "out");
        return new ScenarioOutputs(Path.Combine(folder, "demo.json"), folder, Path.Combine(folder, "demo.html"), ResultDirectory: null);
    }
}
