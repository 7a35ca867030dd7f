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
