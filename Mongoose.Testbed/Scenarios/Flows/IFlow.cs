namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>One flow of a run. Its owner calls it on a thread that is no site's.</summary>
internal interface IFlow
{
    void Start();

    /// <summary>Sends nothing more; called at most once, and also at the end of the run.</summary>
    void Stop();

    /// <summary>Adds what it knows only at the end to its record.</summary>
    void Finish(FlowRecord record);
}
