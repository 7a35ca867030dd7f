using Mongoose.Client.Runtime;
using Mongoose.Core.Units;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>One run of a scenario on the host's clock.</summary>
internal static class RealRun
{
    private static readonly TimeSpan LookInterval = TimeSpan.FromMilliseconds(100);

    /// <exception cref="OperationCanceledException">Cancelled before its end; what it had measured is of no use.</exception>
    /// <exception cref="IOException">A port cannot be opened.</exception>
    public static TestbedRun Execute(Scenario scenario, long seed, CancellationToken cancellation)
    {
        using RealTimeLoop loop = new("viewers");
        using RelayedFlows factory = new(loop);
        Instant origin = default;
        (Topology topology, FlowSet flows) = loop.Invoke(() =>
        {
            Topology links = new(loop, scenario, seed);
            factory.Topology = links;
            origin = factory.Origin = loop.Now;
            return (links, new FlowSet(scenario, seed, loop, origin, factory));
        });
        while (RealTimeLoop.Clock < origin + scenario.Length)
        {
            cancellation.ThrowIfCancellationRequested();
            cancellation.WaitHandle.WaitOne(LookInterval);
            loop.Invoke(() => { }); // A failure on the loop's thread ends the run here.
        }
        return loop.Invoke(() => RunFigures.Of(scenario, seed, flows.Finish(), topology.Finish()));
    }
}
