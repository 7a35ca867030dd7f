using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>The same scenario in simulated time and on real packets; docs/results/sim-against-real.md has the full comparison.</summary>
[Category("Tun")]
[Platform("Linux")]
[SupportedOSPlatform("linux")]
[NonParallelizable] // It measures real packets.
[Slow("the kernel's TCP takes its time")]
public sealed class SimAgainstRealTests
{
    private const int Deadline = 120_000;
    private const double MinToleranceMs = 3;

    [TestCase("circuit-alone", 6)]
    [TestCase("circuit-against-reno", 10)]
    [TestCase("reno-two-rtts", 14)]
    [TestCase("paper-matrix/fairness-kernel", 25)]
    [CancelAfter(Deadline), Measured]
    public void Rates_and_delays_are_the_same_on_both_clocks(string name, int seconds, CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        Scenario scenario = new ScenarioFile(ScenarioCatalogue.BuiltIn.Find(name)[0]).Read() with
        {
            Length = Duration.FromSeconds(seconds),
            WarmUp = Duration.FromSeconds(4),
        };
        OrderedMap<double> real = RealRun.Execute(scenario, seed: 1, deadline).Stats;
        OrderedMap<double>[] simulated = Enumerable.Range(1, 32)
            .Select(seed => SimulatedRun.Execute(scenario, seed, deadline).Stats).ToArray();
        string[] flows = scenario.Flows.Select(flow => flow.Name).ToArray();
        Assert.Multiple(() =>
        {
            foreach (string flow in flows)
            {
                AssertRate($"{flow}.goodputKbps");
                AssertDelay($"{flow}.rttMs.p50");
            }
            AssertRate($"{scenario.Links[0].Name}.down.utilisation");
            AssertDelay($"{scenario.Links[0].Name}.down.queueMs.p50");
            if (flows[0] == "circuit")
                AssertDelay("circuit.taskDelayMs.p50");
        });

        // The shares of a bottleneck and the fill level of its queue settle in minutes, not in seconds. Simulated runs therefore differ,
        // and the real run is compared with their range.
        void AssertRate(string stat) => Assert.That(real[stat], Is.InRange(0.9 * Min(stat), 1.1 * Max(stat)), stat);

        void AssertDelay(string stat) => Assert.That(real[stat], Is.InRange(
            Min(stat) - Math.Max(MinToleranceMs, 0.15 * Min(stat)), Max(stat) + Math.Max(MinToleranceMs, 0.15 * Max(stat))), stat);

        double Min(string stat) => simulated.Min(stats => stats[stat]);

        double Max(string stat) => simulated.Max(stats => stats[stat]);
    }
}
