using Mongoose.Core.Units;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>One run of a scenario in simulated time.</summary>
internal static class SimulatedRun
{
    /// <summary>How often a run checks for cancellation and reports progress, in simulated time.</summary>
    private static readonly Duration Slice = Duration.FromMilliseconds(500);

    /// <param name="seed">The seed of all random numbers.</param>
    /// <param name="cancellation">Ends the run.</param>
    /// <param name="progress">Called on this thread, while simulated time stands still; null for none.</param>
    /// <exception cref="OperationCanceledException">Cancelled before its end, without usable figures.</exception>
    public static TestbedRun Execute(Scenario scenario, long seed, CancellationToken cancellation, RunProgress? progress = null)
    {
        using SimulatedPlace place = new(scenario, seed);
        FlowSet flows = new(scenario, place, place.Clock);
        for (Instant end = place.Origin + scenario.Length; place.Clock.Now < end;)
        {
            cancellation.ThrowIfCancellationRequested();
            place.Clock.RunUntil(Instant.Min(end, place.Clock.Now + Slice));
            progress?.Invoke(place.Clock.Now - place.Origin, flows.ProgressAt(place.Clock.Now));
        }
        return RunFigures.Compute(scenario, seed, flows.Finish(scenario.Length), place.FinishLinks());
    }
}
