using Mongoose.Core.Units;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// A circuit with the data that its region has sent and the viewer has not acked when the figures are taken. A region may send something at
/// any time, so several attempts are made to find it at rest, unless the run was cut short while walkers still moved.
/// </summary>
/// <param name="unackedBytes">Asks the region; null if the region does not know the circuit or does not say.</param>
/// <param name="restsFrom">The time in the run after which the region has nothing to send; null if it never rests.</param>
/// <param name="wait">The time between attempts; zero if no time passes between them.</param>
internal sealed class UnackedFlow(IFlow circuit, Func<double?> unackedBytes, Duration? restsFrom, TimeSpan wait = default) : IFlow
{
    private const int Attempts = 10;

    /// <summary>A packet whose resends and acks are lost repeatedly is resent at growing intervals.</summary>
    private static readonly TimeSpan MaxWait = TimeSpan.FromSeconds(30);

    public void Start() => circuit.Start();

    public void Stop() => circuit.Stop();

    private int Waits => wait > TimeSpan.Zero ? (int)(MaxWait / wait) : 0;

    public void Finish(FlowRecord record)
    {
        int attempts = record.End > restsFrom ? Attempts + Waits : 1;
        double? unacked = unackedBytes();
        for (int attempt = 1; unacked > 0 && attempt < attempts; attempt++)
        {
            Thread.Sleep(wait);
            unacked = unackedBytes();
        }
        circuit.Finish(record);
        if (unacked is { } bytes)
            record.Extra.Add(("unackedBytes", bytes));
    }
}
