namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>Makes the flows of one run in the place where they live: a simulation, the host's loopback, two network namespaces.</summary>
internal interface IFlowFactory
{
    /// <param name="group">The flow's group.</param>
    /// <param name="member">Its number in the group, from 1.</param>
    /// <param name="record">Where it records what it measures.</param>
    IFlow Create(FlowGroup group, int member, FlowRecord record);
}
