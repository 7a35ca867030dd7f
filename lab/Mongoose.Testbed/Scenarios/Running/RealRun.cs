using Mongoose.Core.Units;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios.Flows;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>One run of a scenario on the host's clock.</summary>
internal static class RealRun
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    /// <summary>
    /// Runs all flows for the scenario's length. If cancelled after the warm-up, it returns the results so far, marked as incomplete.
    /// </summary>
    /// <param name="seed">The seed of all random numbers.</param>
    /// <param name="cancellation">Ends the run.</param>
    /// <param name="progress">Called several times per second; null for none.</param>
    /// <param name="preparing">Called before the run, with a line for each step that takes seconds; null for none.</param>
    /// <exception cref="OperationCanceledException">Cancelled before anything was measured.</exception>
    /// <exception cref="IOException">A port cannot be opened, or a connection failed.</exception>
    /// <exception cref="HostException">The scenario has TCP, and the host does not support network namespaces and TUN devices.</exception>
    /// <exception cref="Mongoose.Simulators.OpenSimException">
    /// The scenario needs a real OpenSimulator, and there is none, or it fails.
    /// </exception>
    public static TestbedRun Execute(Scenario scenario, long seed, CancellationToken cancellation, RunProgress? progress = null,
        Action<string>? preparing = null)
    {
        using Place place = Create(scenario, seed, preparing ?? (_ => { }), cancellation);
        // Separate from the loops of the place, because some flows wait for calls on those loops.
        using RealTimeLoop control = new("control");
        FlowSet flows = control.Invoke(() => new FlowSet(scenario, place, control));
        Duration end = Wait(scenario, place, control, flows, progress, cancellation);
        IReadOnlyList<FlowGroupRecord> records = control.Invoke(() => flows.Finish(end));
        TestbedRun run = RunFigures.Compute(scenario with { Length = end }, seed, records, place.FinishLinks()) with
        {
            InterruptedAfterSeconds = end < scenario.Length ? end.Seconds : null,
        };
        return place.Problems is { Count: > 0 } problems ? run with { Problems = [.. problems] } : run;
    }

    private static Place Create(
        Scenario scenario, long seed, Action<string> preparing, CancellationToken cancellation) => scenario.PlaceOn(ClockKind.Real) switch
        {
            PlaceKind.OpenSim => new OpenSimPlace(scenario, seed, preparing, cancellation),
            PlaceKind.OpenSimHosts => OperatingSystem.IsLinux()
                ? new OpenSimHostsPlace(scenario, seed, preparing, cancellation)
                : throw new HostException("downloads and TCP flows on the host's clock need Linux"),
            PlaceKind.Namespaces => OperatingSystem.IsLinux()
                ? new NamespacePlace(scenario, seed)
                : throw new HostException("TCP flows on the host's clock need Linux"),
            _ => new LoopbackPlace(scenario, seed),
        };

    /// <returns>The end of the run, as time since its start.</returns>
    private static Duration Wait(
        Scenario scenario, Place place, RealTimeLoop control, FlowSet flows, RunProgress? progress, CancellationToken cancellation)
    {
        Instant end = place.Origin + scenario.Length;
        while (RealTimeLoop.Clock < end)
        {
            Duration elapsed = RealTimeLoop.Clock - place.Origin;
            if (cancellation.IsCancellationRequested && elapsed > scenario.WarmUp + scenario.Bin)
                return elapsed;
            cancellation.ThrowIfCancellationRequested();
            cancellation.WaitHandle.WaitOne(PollInterval);
            foreach (RealTimeLoop loop in (RealTimeLoop[])[control, .. place.Loops])
                loop.Invoke(() => { }); // Throws if the loop's thread has failed, which ends the run.
            progress?.Invoke(elapsed, flows.ProgressAt(RealTimeLoop.Clock));
        }
        return scenario.Length;
    }
}

/// <summary>Receives the progress of a run, several times per second of the run.</summary>
/// <param name="elapsed">Time since the run's start.</param>
/// <param name="flows">The progress of the flows.</param>
internal delegate void RunProgress(Duration elapsed, IReadOnlyList<FlowProgress> flows);
