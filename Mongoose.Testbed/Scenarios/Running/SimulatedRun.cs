using Mongoose.Core.Units;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>One run of a scenario in simulated time.</summary>
internal static class SimulatedRun
{
    /// <summary>How often a run checks for cancellation, in simulated time.</summary>
    private static readonly Duration Slice = Duration.FromMilliseconds(500);

    /// <exception cref="OperationCanceledException">Cancelled before its end, without usable figures.</exception>
    public static TestbedRun Execute(Scenario scenario, long seed, CancellationToken cancellation)
    {
        using SimulatedPlace place = new(scenario, seed);
        FlowSet flows = new(scenario, place, place.Clock);
        for (Instant end = place.Origin + scenario.Length; place.Clock.Now < end;)
        {
            cancellation.ThrowIfCancellationRequested();
            place.Clock.RunUntil(Instant.Min(end, place.Clock.Now + Slice));
        }
        return RunFigures.Compute(scenario, seed, flows.Finish(scenario.Length), place.FinishLinks());
    }
}
