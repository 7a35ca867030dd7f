using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>The bands of config/scenarios/reordering.json.</summary>
public sealed class ReorderingTests
{
    [Test]
    public void Circuits_whose_packets_are_late_and_not_lost_keep_their_rate()
    {
        Scenario scenario = new ScenarioFile(ScenarioCatalogue.BuiltIn.Find("reordering")[0]).Read();
        TestbedRun run = SimulatedRun.Execute(scenario, 1, CancellationToken.None);
        Assert.Multiple(() =>
        {
            foreach (Band band in scenario.Bands)
                Assert.That(run.Stats[band.Stat], Is.InRange(band.Min ?? 0, band.Max ?? double.MaxValue), $"{band.Stat}: {band.Claim}");
        });
    }
}
