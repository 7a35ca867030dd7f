using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Creates a flow of any kind in any place that can carry it.</summary>
internal static class FlowKinds
{
    /// <param name="place">Where it lives.</param>
    /// <param name="group">Its group.</param>
    /// <param name="member">Its number in the group, from 1.</param>
    /// <param name="record">Where it records what it measures.</param>
    public static IFlow Create(Place place, FlowGroup group, int member, FlowRecord record) => group.Kind switch
    {
        CircuitOptions circuit => CircuitFlow.Create(place, group, circuit, member, record),
        TcpFlowOptions tcp => TcpFlows.Create(place, group, tcp, member, record),
        GameFlowOptions game => GameFlow.Create(place, group, game, member),
        _ => throw new NotSupportedException($"flow {group.Name}: {group.Kind}"),
    };
}
