using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;
using Mongoose.Testbed.Verbs;
using Mongoose.Tests.Measuring;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>The documents say that the bands of these scenarios hold. A change of the regions, the viewers or TCP can break one far from the change.</summary>
[Slow("simulates whole scenarios")]
public sealed class ScenarioBandTests
{
    [TestCaseSource(nameof(Scenarios))]
    public void The_bands_of_a_built_in_scenario_hold(string name)
    {
        Scenario scenario = new ScenarioFile(ScenarioCatalogue.BuiltIn.Find(name).Single()).Read();
        TestbedResult result = new ScenarioRunner(0, new RunLines(TextWriter.Null)).Run(scenario, ClockKind.Sim, default);
        Assert.That(result.Bands.Where(band => band.Verdict != BandVerdict.Pass).Select(band => $"{band.Stat} {band.Value}"), Is.Empty);
    }

    private static IEnumerable<TestCaseData> Scenarios() =>
        from folder in new[] { "paper", "gateway", "clamp", "dpm", "state" }
        from file in ScenarioCatalogue.BuiltIn.Find(folder)
        let name = $"{folder}/{Path.GetFileNameWithoutExtension(file)}"
        let scenario = new ScenarioFile(file).Read()
        where scenario.Clocks.Contains(ClockKind.Sim)
        select new TestCaseData(name).SetArgDisplayNames(name);
}
