using Mongoose.Core.Units;
using Mongoose.Network.Hosts;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>
/// One run of a scenario on the host's clock: circuits alone on loopback, of the testbed's regions or of real OpenSimulators; with TCP
/// between two hosts made for the run.
/// </summary>
internal static class RealRun
{
    private static readonly TimeSpan LookInterval = TimeSpan.FromMilliseconds(100);

    /// <exception cref="OperationCanceledException">Cancelled before its end; what it had measured is of no use.</exception>
    /// <exception cref="IOException">A port cannot be opened.</exception>
    /// <exception cref="ScenarioException">The scenario has what only a simulation can do.</exception>
    /// <exception cref="HostException">TCP on a host that cannot have network namespaces and TUN devices.</exception>
    /// <exception cref="OpenSim.OpenSimException">A real OpenSimulator is wanted, and there is none, or it fails.</exception>
    public static TestbedRun Execute(Scenario scenario, long seed, CancellationToken cancellation)
    {
        if (scenario.Regions == RegionKind.OpenSim)
            return InOpenSim(scenario, seed, cancellation);
        return scenario.Flows.Any(flow => flow.Kind is TcpFlowOptions)
            ? BetweenHosts(scenario, seed, cancellation)
            : OnLoopback(scenario, seed, cancellation);
    }

    private static TestbedRun OnLoopback(Scenario scenario, long seed, CancellationToken cancellation)
    {
        using RealTimeLoop loop = new("viewers");
        using RelayedFlows factory = new(loop, seed);
        Instant origin = default;
        (Topology topology, FlowSet flows) = loop.Invoke(() =>
        {
            Topology links = new(loop, scenario, seed);
            factory.Topology = links;
            origin = factory.Origin = loop.Now;
            return (links, new FlowSet(scenario, seed, loop, origin, factory));
        });
        Wait(origin + scenario.Length, [loop], cancellation);
        return loop.Invoke(() => RunFigures.Of(scenario, seed, flows.Finish(), topology.Finish()));
    }

    private static TestbedRun BetweenHosts(Scenario scenario, long seed, CancellationToken cancellation)
    {
        if (!OperatingSystem.IsLinux())
            throw new HostException("TCP flows on the host's clock need Linux");
        using HostedFlows factory = new(scenario, seed);
        IReadOnlyList<FlowGroupRecord> groups = RunFlows(scenario, seed, factory, factory.Begin(), factory.Loops, cancellation);
        return RunFigures.Of(scenario, seed, groups, factory.FinishLinks());
    }

    private static TestbedRun InOpenSim(Scenario scenario, long seed, CancellationToken cancellation)
    {
        using OpenSimFlows factory = new(scenario, seed, cancellation);
        IReadOnlyList<FlowGroupRecord> groups = RunFlows(scenario, seed, factory, factory.Origin, [factory.Loop], cancellation);
        return RunFigures.Of(scenario, seed, groups, factory.FinishLinks());
    }

    /// <summary>Runs all flows for the scenario's time. They are started and stopped from a thread beside the loops, for some wait for what they start.</summary>
    private static IReadOnlyList<FlowGroupRecord> RunFlows(
        Scenario scenario, long seed, IFlowFactory factory, Instant origin, RealTimeLoop[] loops, CancellationToken cancellation)
    {
        using RealTimeLoop control = new("control");
        FlowSet flows = control.Invoke(() => new FlowSet(scenario, seed, control, origin, factory));
        Wait(origin + scenario.Length, [control, .. loops], cancellation);
        return control.Invoke(flows.Finish);
    }

    private static void Wait(Instant end, RealTimeLoop[] loops, CancellationToken cancellation)
    {
        while (RealTimeLoop.Clock < end)
        {
            cancellation.ThrowIfCancellationRequested();
            cancellation.WaitHandle.WaitOne(LookInterval);
            foreach (RealTimeLoop loop in loops)
                loop.Invoke(() => { }); // A failure on the loop's thread ends the run here.
        }
    }
}
