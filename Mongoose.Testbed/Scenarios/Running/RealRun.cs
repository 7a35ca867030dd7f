using Mongoose.Core.Units;
using Mongoose.Network.Hosts;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios.Flows;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>One run of a scenario on the host's clock.</summary>
internal static class RealRun
{
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(100);

    /// <summary>Runs all flows for the scenario's time. When cancelled it returns what was measured until then, if that is more than the warm-up.</summary>
    /// <param name="scenario">What to run.</param>
    /// <param name="seed">Of what is random in it.</param>
    /// <param name="cancellation">Ends the run.</param>
    /// <param name="progress">Gets the time since the run's begin and what each flow has delivered; null for none.</param>
    /// <exception cref="OperationCanceledException">Cancelled before anything was measured.</exception>
    /// <exception cref="IOException">A port cannot be opened.</exception>
    /// <exception cref="HostException">TCP on a host that cannot have network namespaces and TUN devices.</exception>
    /// <exception cref="OpenSim.OpenSimException">A real OpenSimulator is wanted, and there is none, or it fails.</exception>
    public static TestbedRun Execute(Scenario scenario, long seed, CancellationToken cancellation, RunProgress? progress = null)
    {
        using Place place = Create(scenario, seed, cancellation);
        // Beside the loops of the place, for some flows wait for what they start.
        using RealTimeLoop control = new("control");
        FlowSet flows = control.Invoke(() => new FlowSet(scenario, place, control));
        Duration end = Wait(scenario, place, control, flows, progress, cancellation);
        IReadOnlyList<FlowGroupRecord> records = control.Invoke(() => flows.Finish(end));
        TestbedRun run = RunFigures.Of(scenario, seed, records, place.FinishLinks());
        return place.Problems is { Count: > 0 } problems ? run with { Problems = [.. problems] } : run;
    }

    private static Place Create(Scenario scenario, long seed, CancellationToken cancellation) => scenario.PlaceOn(ClockKind.Real) switch
    {
        PlaceKind.OpenSim => new OpenSimPlace(scenario, seed, cancellation),
        PlaceKind.Namespaces => OperatingSystem.IsLinux()
            ? new NamespacePlace(scenario, seed)
            : throw new HostException("TCP flows on the host's clock need Linux"),
        _ => new LoopbackPlace(scenario, seed),
    };

    /// <returns>When the run ended, since its begin.</returns>
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
                loop.Invoke(() => { }); // A failure on the loop's thread ends the run here.
            progress?.Invoke(elapsed, flows.Delivered);
        }
        return scenario.Length;
    }
}

/// <summary>Receives how far a run on the host's clock is, several times a second.</summary>
/// <param name="elapsed">Since the run's begin.</param>
/// <param name="delivered">What has reached each flow's receiver so far, in bytes.</param>
internal delegate void RunProgress(Duration elapsed, IReadOnlyList<(string Name, long Bytes)> delivered);
