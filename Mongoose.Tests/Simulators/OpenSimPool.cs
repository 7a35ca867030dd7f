using System.Collections.Concurrent;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// The OpenSims that fixtures with the same configuration use one after another, so that not each of them starts one. A fixture has its
/// OpenSim for itself until it returns it: errors in the log are those of its own tests.
/// </summary>
[SetUpFixture]
public sealed class OpenSimPool
{
    private static readonly List<(string Configuration, CheckedOpenSim Grid)> Idle = [];
    private static readonly ConcurrentQueue<string> Faults = new();

    /// <summary>An OpenSim that another fixture has returned, or a new one.</summary>
    /// <param name="start">Starts an OpenSim with this configuration.</param>
    internal static CheckedOpenSim Take(string configuration, Func<CheckedOpenSim> start)
    {
        lock (Idle)
        {
            int found = Idle.FindIndex(idle => idle.Configuration == configuration);
            if (found >= 0)
            {
                CheckedOpenSim grid = Idle[found].Grid;
                Idle.RemoveAt(found);
                return grid;
            }
        }
        return start();
    }

    /// <summary>Keeps an OpenSim for the next fixture with this configuration.</summary>
    internal static void Return(string configuration, CheckedOpenSim grid)
    {
        lock (Idle)
            Idle.Add((configuration, grid));
    }

    /// <summary>Stops those that no fixture uses, except the ones with a configuration.</summary>
    internal static void StopIdle(string? except = null)
    {
        CheckedOpenSim[] stopping;
        lock (Idle)
        {
            stopping = Idle.Where(idle => idle.Configuration != except).Select(idle => idle.Grid).ToArray();
            Idle.RemoveAll(idle => stopping.Contains(idle.Grid));
        }
        Array.ForEach(stopping, Stop);
    }

    /// <summary>
    /// Stops an OpenSim. The next test that ends reports what went wrong: the runner does not count a failure after the last test of a
    /// fixture.
    /// </summary>
    internal static void Stop(CheckedOpenSim grid)
    {
        foreach (string fault in grid.Stop())
            Faults.Enqueue(fault);
    }

    /// <summary>The faults of OpenSims that have stopped, each of them once.</summary>
    internal static string[] TakeFaults()
    {
        List<string> faults = [];
        while (Faults.TryDequeue(out string? fault))
            faults.Add(fault);
        return faults.ToArray();
    }

    [OneTimeTearDown]
    public static void StopAll()
    {
        StopIdle();
        Assert.That(TakeFaults(), Is.Empty, "an OpenSim that has stopped");
    }
}
