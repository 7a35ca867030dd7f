using Mongoose.Core.Units;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// Stock and Mongoose clients in stock and Mongoose regions of a real OpenSim, without loss: the short form of opensim/fig7-9.
/// </summary>
[Category("OpenSim")]
[NonParallelizable] // It measures.
public sealed class FourPairsTests
{
    private const int Deadline = 180_000;

    [Test, Measured, CancelAfter(Deadline)]
    public void A_stock_region_leaves_at_least_three_tenths_of_the_requested_rate_unused_and_Mongoose_uses_it(CancellationToken deadline)
    {
        InstalledOpenSim.FindOrSkip();
        OpenSimPool.StopIdle();
        ModuleFixture.Module();
        Scenario full = new ScenarioFile(ScenarioCatalogue.BuiltIn.Find("opensim/fig7-9")[0]).Read();
        OrderedMap<double> stats = RealRun.Execute(full with
        {
            Flows = full.Flows.Where(flow => flow.Name.EndsWith("-0", StringComparison.Ordinal)).ToArray(),
            Length = Duration.FromSeconds(22),
            WarmUp = Duration.FromSeconds(12),
        }, seed: 1, deadline).Stats;
        foreach (string name in stats.Names.Where(name => name.Contains("usePercent") || name.Contains("taskDelay")))
            TestContext.Out.WriteLine($"{name} {stats[name]:0.0}");
        Assert.Multiple(() =>
        {
            foreach (string client in (string[])["viewer", "mongoose"])
            {
                Assert.That(stats[$"{client}-on-stock-0.usePercent"], Is.InRange(20, 70), client);
                Assert.That(stats[$"{client}-on-mongoose-0.usePercent"], Is.InRange(95, 101), client);
                Assert.That(stats[$"{client}-on-mongoose-0.taskDelayMs.p99"], Is.InRange(50, 200), $"{client}: the path alone takes 50 ms");
            }
        });
    }
}
