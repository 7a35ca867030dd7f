namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>A circuit with the data that its region has sent and the viewer has not acked when the figures are taken.</summary>
/// <param name="circuit">The circuit.</param>
/// <param name="unackedBytes">Asks the region; null if the region does not know the circuit or does not say.</param>
internal sealed class UnackedFlow(IFlow circuit, Func<double?> unackedBytes) : IFlow
{
    public void Start() => circuit.Start();

    public void Stop() => circuit.Stop();

    public void Finish(FlowRecord record)
    {
        double? unacked = unackedBytes();
        circuit.Finish(record);
        if (unacked is { } bytes)
            record.Extra.Add(("unackedBytes", bytes));
    }
}
