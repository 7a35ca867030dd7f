using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>The accounts of all circuits of a run in real OpenSimulators.</summary>
internal sealed class OpenSimGuests : IDisposable
{
    private readonly Dictionary<(FlowGroup Group, int Member), OpenSimGuest> _guests = [];

    public OpenSimGuest this[FlowGroup group, int member] => _guests[(group, member)];

    /// <summary>Logs in all accounts; must not be called on the loop's thread.</summary>
    /// <param name="loop">The viewers' thread.</param>
    /// <param name="grids">The OpenSimulators.</param>
    /// <param name="preparing">Called with a line for each group.</param>
    /// <param name="cancellation">Cancels the logins.</param>
    /// <exception cref="Mongoose.Simulators.OpenSimException">A login is refused, or the region does not answer.</exception>
    /// <exception cref="OperationCanceledException">Cancelled.</exception>
    public void Admit(Scenario scenario, RealTimeLoop loop, OpenSimGrids grids, Action<string> preparing, CancellationToken cancellation)
    {
        foreach (FlowGroup group in scenario.Flows)
        {
            if (group.Kind is not CircuitOptions options)
                continue;
            preparing($"logging in the viewers of {group.Name}");
            for (int member = 1; member <= group.Count; member++)
                _guests.Add((group, member), OpenSimGuest.Admit(loop, grids, options, cancellation));
        }
    }

    public void Dispose()
    {
        foreach (OpenSimGuest guest in _guests.Values)
            guest.Dispose();
        _guests.Clear();
    }
}
