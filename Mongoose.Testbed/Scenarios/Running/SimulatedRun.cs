using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>One run of a scenario in simulated time.</summary>
internal static class SimulatedRun
{
    /// <summary>How often a run looks whether it was cancelled, in simulated time.</summary>
    private static readonly Duration Slice = Duration.FromMilliseconds(500);

    /// <exception cref="OperationCanceledException">Cancelled before its end; what it had measured is of no use.</exception>
    public static TestbedRun Execute(Scenario scenario, long seed, CancellationToken cancellation)
    {
        SimulatedScheduler clock = new();
        Topology topology = new(clock, scenario, seed);
        FlowSet flows = new(scenario, seed, clock, Instant.Zero, new SimulatedFlows(clock, topology, seed));
        for (Instant end = Instant.Zero + scenario.Length; clock.Now < end;)
        {
            cancellation.ThrowIfCancellationRequested();
            clock.RunUntil(Instant.Min(end, clock.Now + Slice));
        }
        return RunFigures.Of(scenario, seed, flows.Finish(), topology.Finish());
    }
}
