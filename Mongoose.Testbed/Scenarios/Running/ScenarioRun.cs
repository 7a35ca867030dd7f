using Mongoose.Network.Hosts;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>One run of a scenario, on either clock.</summary>
internal static class ScenarioRun
{
    /// <exception cref="OperationCanceledException">Cancelled before its end; what it had measured is of no use.</exception>
    /// <exception cref="ScenarioException">The scenario has what only a simulation can do.</exception>
    /// <exception cref="IOException">A port cannot be opened.</exception>
    /// <exception cref="HostException">TCP on a host that cannot have network namespaces and TUN devices.</exception>
    /// <exception cref="OpenSim.OpenSimException">A real OpenSimulator is wanted, and there is none, or it fails.</exception>
    public static TestbedRun Execute(Scenario scenario, ClockKind clock, long seed, CancellationToken cancellation) =>
        clock == ClockKind.Sim ? SimulatedRun.Execute(scenario, seed, cancellation) : RealRun.Execute(scenario, seed, cancellation);

    /// <summary>How many runs at once a clock allows: on the host's they would measure each other.</summary>
    public static int Jobs(ClockKind clock, int wanted) => clock == ClockKind.Sim ? wanted : 1;
}
