using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>
/// The documents say that the bands of these scenarios hold. A change of the regions, the viewers or TCP can break one far from the change.
/// </summary>
[Slow("simulates whole scenarios")]
public sealed class ScenarioBandTests
{
    private static readonly string[] Folders = ["paper", "gateway", "clamp", "dpm", "state", "downloads/side-by-side"];

    [TestCaseSource(nameof(Scenarios))]
    public void The_bands_of_a_built_in_scenario_hold(string file)
    {
        TestbedResult result = new ScenarioRunner(Environment.ProcessorCount, new RunLines(TextWriter.Null))
            .Run(new ScenarioFile(file).Read(), ClockKind.Sim, default);
        Assert.That(result.Bands, Is.Not.Empty);
        Assert.That(result.Bands.Where(band => band.Verdict != BandVerdict.Pass).Select(band => $"{band.Stat} {band.Value}"), Is.Empty);
    }

    [Test]
    public void Every_folder_has_scenarios([ValueSource(nameof(Folders))] string folder) => Assert.That(Of(folder), Is.Not.Empty);

    private static IEnumerable<TestCaseData> Scenarios() =>
        from folder in Folders
        from file in Of(folder)
        select new TestCaseData(file).SetArgDisplayNames($"{folder}/{Path.GetFileNameWithoutExtension(file)}");

    private static IEnumerable<string> Of(string folder) =>
        ScenarioCatalogue.BuiltIn.Find(folder).Where(file => new ScenarioFile(file).Read().Clocks.Contains(ClockKind.Sim));
}
