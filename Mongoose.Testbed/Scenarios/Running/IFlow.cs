namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>One flow of a run. Calls are made on the scheduler's thread.</summary>
internal interface IFlow
{
    void Start();

    /// <summary>Sends nothing more; called at most once, and also at the end of the run.</summary>
    void Stop();

    /// <summary>Adds what it knows only at the end to its record.</summary>
    void Finish(FlowRecord record);
}

/// <summary>Makes the flows of one run in the place where they live: a simulation, the host's loopback, two network namespaces.</summary>
internal interface IFlowFactory
{
    /// <param name="group">The flow's group.</param>
    /// <param name="member">Its number in the group, from 1.</param>
    /// <param name="record">Where it records what it measures.</param>
    IFlow Create(FlowGroup group, int member, FlowRecord record);
}
