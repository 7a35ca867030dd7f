using Mongoose.Core.Units;
using Mongoose.Network.Hosts;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>Runs a scenario: every seed in simulated time, several at once, or one run after the other on the host's clock.</summary>
internal sealed class ScenarioRunner(int parallelRuns, IScenarioProgress progress)
{
    /// <summary>Returns what was finished; when cancelled the result says so.</summary>
    /// <exception cref="ScenarioException">The scenario cannot run on that clock.</exception>
    /// <exception cref="IOException">A port cannot be opened, or a connection failed.</exception>
    /// <exception cref="HostException">The host lacks what the scenario needs on its clock.</exception>
    public TestbedResult Run(Scenario scenario, ClockKind clock, CancellationToken cancellation)
    {
        long[] seeds = Enumerable.Range(0, scenario.RunsOn(clock)).Select(i => scenario.Seed + i).ToArray();
        progress.Begin(scenario, clock, seeds.Length);
        TestbedRun?[] runs = new TestbedRun?[seeds.Length];
        ParallelRuns.ForEach(Enumerable.Range(0, seeds.Length).ToArray(), Jobs(clock, parallelRuns),
            i => runs[i] = RunOne(scenario, clock, seeds[i], cancellation));
        TestbedRun[] finished = runs.OfType<TestbedRun>().ToArray();
        TestbedResult result = new()
        {
            Interrupted = cancellation.IsCancellationRequested,
            Scenario = scenario.Info(clock, seeds),
            Runs = finished,
            Figures = [.. scenario.Figures],
            Pair = scenario.Pair.Count > 0 ? [.. scenario.Pair] : null,
        };
        return result with { Bands = scenario.Bands.Select(band => Judge(band, result)).ToArray() };
    }

    /// <summary>One run, on either clock.</summary>
    /// <exception cref="OperationCanceledException">Cancelled before its end; what it had measured is of no use.</exception>
    /// <exception cref="ScenarioException">The scenario has what only a simulation can do.</exception>
    /// <exception cref="IOException">A port cannot be opened.</exception>
    /// <exception cref="HostException">TCP on a host that cannot have network namespaces and TUN devices.</exception>
    /// <exception cref="OpenSim.OpenSimException">A real OpenSimulator is wanted, and there is none, or it fails.</exception>
    internal static TestbedRun Execute(Scenario scenario, ClockKind clock, long seed, CancellationToken cancellation, RunProgress? progress = null) =>
        clock == ClockKind.Sim ? SimulatedRun.Execute(scenario, seed, cancellation) : RealRun.Execute(scenario, seed, cancellation, progress);

    /// <summary>How many runs at once a clock allows: on the host's they would measure each other.</summary>
    internal static int Jobs(ClockKind clock, int wanted) => clock == ClockKind.Sim ? wanted : 1;

    private TestbedRun? RunOne(Scenario scenario, ClockKind clock, long seed, CancellationToken cancellation)
    {
        try
        {
            TestbedRun run = Execute(scenario, clock, seed, cancellation, progress.Update);
            progress.Finished(seed);
            return run;
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }

    private static BandResult Judge(Band band, TestbedResult result) => BandResult.Judge(band.Stat, band.Least, band.Most, result.Mean(band.Stat), band.Claim);
}

/// <summary>Receives the progress of a scenario, from several threads.</summary>
internal interface IScenarioProgress
{
    void Begin(Scenario scenario, ClockKind clock, int runs);

    /// <summary>A run on the host's clock goes on: the time since its begin, and what has reached each flow's receiver so far, in bytes.</summary>
    void Update(Duration elapsed, IReadOnlyList<(string Name, long Bytes)> delivered);

    void Finished(long seed);
}
