using Mongoose.Client.Login;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Region.Content;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>The accounts of one flow in a real OpenSimulator: its viewer is logged in, and its walking avatar is in the region.</summary>
/// <param name="Login">The login of the flow's viewer, which is not in the region yet.</param>
/// <param name="Walker">The walking avatar; null if there is none.</param>
internal sealed record OpenSimGuest(LoginGranted Login, GridVisit? Walker) : IDisposable
{
    /// <summary>The accounts of a flow: one for its viewer and one for its walking avatar.</summary>
    public const int Accounts = 2;

    private static readonly DataRate WalkersThrottle = DataRate.FromKilobitsPerSecond(500);

    /// <summary>Logs in the accounts and waits for completion; must not be called on the viewers' thread.</summary>
    /// <exception cref="OpenSimException">A login is refused, or the region does not answer.</exception>
    /// <exception cref="OperationCanceledException">Cancelled.</exception>
    public static OpenSimGuest Admit(RealTimeLoop loop, OpenSimGrids grids, CircuitOptions options, CancellationToken cancellation)
    {
        OpenSimInstance grid = grids[options];
        ViewerOptions walker = new() { Throttle = ViewerSplit.Of(WalkersThrottle) };
        GridVisit? visit = options.Activity == Activity.None
            ? null
            : GridVisit.Begin(loop, grid, grids.NextUser(grid), walker, cancellation: cancellation);
        try
        {
            return new OpenSimGuest(GridVisit.LogIn(grid, grids.NextUser(grid), cancellation: cancellation), visit);
        }
        catch
        {
            visit?.Dispose();
            throw;
        }
    }

    public void Dispose() => Walker?.Dispose();
}
