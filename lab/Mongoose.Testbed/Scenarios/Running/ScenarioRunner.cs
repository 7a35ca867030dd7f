using Mongoose.Core.Units;
using Mongoose.Runtime.Hosts;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>Runs a scenario: all seeds in simulated time, several at once, or one run after the other on the host's clock.</summary>
internal sealed class ScenarioRunner(int parallelRuns, IScenarioProgress progress)
{
    /// <summary>
    /// Returns the completed runs. If cancelled, the result is marked as interrupted, no band is judged, and on the host's clock the
    /// measurements of the cancelled run are included.
    /// </summary>
    /// <exception cref="IOException">A port cannot be opened, or a connection failed.</exception>
    /// <exception cref="HostException">The host lacks what the scenario needs on its clock.</exception>
    /// <exception cref="Mongoose.Simulators.OpenSimException">
    /// The scenario needs a real OpenSimulator, and there is none, or it fails.
    /// </exception>
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
            Interrupted = finished.Length < seeds.Length || finished.Any(run => run.InterruptedAfterSeconds is not null),
            Scenario = scenario.Info(clock, seeds),
            Runs = finished,
            Figures = [.. scenario.Figures],
            Pair = scenario.Pair.Count > 0 ? [.. scenario.Pair] : null,
        };
        // A band is for all runs at their full length: figures of fewer or shorter runs prove nothing.
        return result.Interrupted
            ? result
            : result with { Bands = scenario.Bands.Select(band => band.Judge(result.Summary.Names, result.Mean)).ToArray() };
    }

    /// <summary>Executes one run on either clock.</summary>
    /// <exception cref="OperationCanceledException">Cancelled before its end, without usable figures.</exception>
    /// <exception cref="IOException">A port cannot be opened, or a connection failed.</exception>
    /// <exception cref="HostException">The scenario has TCP, and the host does not support network namespaces and TUN devices.</exception>
    /// <exception cref="Mongoose.Simulators.OpenSimException">
    /// The scenario needs a real OpenSimulator, and there is none, or it fails.
    /// </exception>
    internal static TestbedRun Execute(Scenario scenario, ClockKind clock, long seed, CancellationToken cancellation,
        RunProgress? progress = null,
        Action<string>? preparing = null) =>
        clock == ClockKind.Sim
            ? SimulatedRun.Execute(scenario, seed, cancellation, progress)
            : RealRun.Execute(scenario, seed, cancellation, progress, preparing);

    /// <summary>
    /// The number of simultaneous runs that a clock allows: on the host's clock they would disturb each other's measurements.
    /// </summary>
    internal static int Jobs(ClockKind clock, int wanted) => clock == ClockKind.Sim ? wanted : 1;

    private TestbedRun? RunOne(Scenario scenario, ClockKind clock, long seed, CancellationToken cancellation)
    {
        try
        {
            RunProgress? update = clock == ClockKind.Real || progress.FollowsSimulations ? progress.Update : null;
            TestbedRun run = Execute(scenario, clock, seed, cancellation, update, progress.Preparing);
            progress.Finished(seed);
            return run;
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }
}

/// <summary>Receives the progress of a scenario, from several threads.</summary>
internal interface IScenarioProgress
{
    void Begin(Scenario scenario, ClockKind clock, int runs);

    /// <summary>Whether runs in simulated time report their progress too.</summary>
    bool FollowsSimulations => false;

    /// <summary>Reports what a run waits for before it begins, such as the start of an OpenSimulator.</summary>
    void Preparing(string step);

    /// <summary>Reports progress: the time since the run's start, and the progress of each flow.</summary>
    void Update(Duration elapsed, IReadOnlyList<FlowProgress> flows);

    void Finished(long seed);
}
