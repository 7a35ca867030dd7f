namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>One flow of a run. Its owner calls it on a thread that does not belong to a site.</summary>
internal interface IFlow
{
    void Start();

    /// <summary>Stops sending. Called at most once, at the latest at the end of the run.</summary>
    void Stop();

    /// <summary>Adds to the flow's record the figures that are only known at the end.</summary>
    void Finish(FlowRecord record);
}
