using System.Diagnostics;
using Mongoose.Client.Viewers;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>Waits for what viewers see in a grid, and for its first region.</summary>
internal static class GridWaits
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(10), RestartTimeout = TimeSpan.FromSeconds(90);

    /// <summary>Waits until the condition holds; returns false on a timeout.</summary>
    public static bool WaitFor(this GridVisit visit, Func<Viewer, bool> what, TimeSpan timeout) =>
        WaitFor(() => visit.Read(what), timeout);

    /// <summary>
    /// Restarts the first region and waits until it is open again, by OpenSim's timer: a restart on the console's own thread fails on the
    /// list of commands, with stock as well.
    /// </summary>
    public static void RestartRegion(this OpenSimInstance grid)
    {
        int opened = grid.Openings;
        grid.Console.Send($"change region {OpenSimIni.RegionName}");
        grid.Console.Send("region restart notice restart 1");
        if (!WaitFor(() => grid.Openings != opened, RestartTimeout))
            throw new OpenSimException($"the region did not open again within {RestartTimeout}: {grid.Log().LastOrDefault()}");
    }

    private static bool WaitFor(Func<bool> holds, TimeSpan timeout)
    {
        long began = Stopwatch.GetTimestamp();
        while (!holds())
        {
            if (Stopwatch.GetElapsedTime(began) > timeout)
                return false;
            Thread.Sleep(Poll);
        }
        return true;
    }
}
