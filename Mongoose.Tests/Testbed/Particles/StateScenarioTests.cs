using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Particles;

/// <summary>
/// The claims on the experiments of the paper on Verse that compare peers, or that hold for every run and not only on average.
/// </summary>
public sealed class StateScenarioTests
{
    private static readonly string[] Reliable = ["tcp", "tcp-conflating", "sctp", "verse", "verse-cc"];

    /// <summary>Each scenario has all of its buffers or delays in one run, so it runs once for all tests.</summary>
    private static readonly Lazy<TestbedRun[]> Narrow = new(() => Runs("state/narrow", seeds: 3)),
        Loss = new(() => Runs("state/loss", seeds: 8));

    [Test]
    public void On_a_narrow_line_the_age_is_the_senders_the_buffers_or_the_paths([Values(4, 8, 16, 32, 64)] int bufferKB)
    {
        foreach (TestbedRun run in Narrow.Value)
        {
            double age = run.Stats[$"verse-cc-{bufferKB}.ageMs.p99"];
            Assert.Multiple(() =>
            {
                Assert.That(run.Stats[$"tcp-{bufferKB}.ageMs.p99"], Is.GreaterThanOrEqualTo(10 * age));
                foreach (string peer in (string[])["udp", "tcp-conflating", "sctp", "sctp-ttl", "verse"])
                    Assert.That(1.2 * run.Stats[$"{peer}-{bufferKB}.ageMs.p99"], Is.GreaterThanOrEqualTo(age), peer);
                Assert.That(run.Stats[$"udp-{bufferKB}.wrongAtEnd"], Is.Positive);
                foreach (string peer in Reliable)
                    Assert.That(run.Stats[$"{peer}-{bufferKB}.wrongAtEnd"], Is.Zero, peer);
            });
        }
    }

    [Test]
    public void With_random_loss_only_tcp_waits_for_outdated_values([Values(50, 100)] int oneWayMs)
    {
        TestbedRun[] runs = Loss.Value;
        double Age(string peer) => runs.Average(run => run.Stats[$"{peer}-{oneWayMs}.ageMs.p99"]);
        Assert.Multiple(() =>
        {
            foreach (string verse in (string[])["verse", "verse-cc"])
            {
                Assert.That(Age("tcp"), Is.GreaterThanOrEqualTo(5 * Age(verse)), verse);
                Assert.That(Age("tcp-conflating"), Is.GreaterThanOrEqualTo(3 * Age(verse)), verse);
            }
            foreach (string peer in Reliable)
                Assert.That(runs.Select(run => run.Stats[$"{peer}-{oneWayMs}.wrongAtEnd"]), Is.All.Zero, peer);
        });
    }

    private static TestbedRun[] Runs(string name, int seeds)
    {
        Scenario scenario = new ScenarioFile(ScenarioCatalogue.BuiltIn.Find(name)[0]).Read();
        return Enumerable.Range(1, seeds).Select(seed => SimulatedRun.Execute(scenario, seed, default)).ToArray();
    }
}
