using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Findings;

/// <summary>
/// Whether the process gets the processor when it needs it. A thread that should have run and did not, outside the pauses of garbage
/// collections, waited for a core: a quota held it, other programs had the cores, or the process's own work did.
/// </summary>
internal static class ProcessorRule
{
    /// <summary>The part of the time from which on a late thread is more than the noise of a busy host.</summary>
    private const double MinLate = 0.1;

    /// <summary>Where a quota is known to act, or all cores are in use, less lateness is enough.</summary>
    private const double MinThrottled = 0.1, MinLateIfFull = 0.03;

    /// <summary>As for updates that wait in a region, the slowest tenth counts.</summary>
    private const double Quantile = 0.1;

    /// <summary>From this part of the cores that it may use on, the process itself has filled them.</summary>
    private const double Filled = 0.8;

    /// <summary>The host's other programs fill it from this part of the cores on, together with the process.</summary>
    private const double HostFilled = 0.9;

    /// <summary>Whether the process waits for a core.</summary>
    public static bool IsStarved(in ProcessHealth process)
    {
        double late = LateBesidePauses(process);
        bool isFull = IsThrottled(process) || FillsItsCores(process) || FillHost(process);
        return late >= (isFull ? MinLateIfFull : MinLate);
    }

    /// <summary>The part of the time in which a sending thread was late, and no garbage collection paused it.</summary>
    public static double LateBesidePauses(in ProcessHealth process) => Math.Max(0, process.Late - process.Paused);

    /// <summary>
    /// The part of the time, 0 to 1, at most, in which a thread ran that did not wait for anything but a core. The times of a frame are
    /// by the clock: a starved process spends them waiting.
    /// </summary>
    public static double RunningPart(in ProcessHealth process) =>
        Math.Min(1, process.UsedCores) * (1 - Math.Max(process.Throttled ?? 0, LateBesidePauses(process)));

    /// <summary>Whether the process uses all cores that it may use.</summary>
    public static bool FillsItsCores(in ProcessHealth process) =>
        process.AllowedCores > 0 && process.UsedCores >= Filled * process.AllowedCores;

    /// <summary>Whether a quota stops the process much.</summary>
    public static bool IsThrottled(in ProcessHealth process) => process.Throttled >= MinThrottled;

    /// <summary>Whether all programs of the host together use all its cores.</summary>
    public static bool FillHost(in ProcessHealth process) => process.HostUsedCores >= HostFilled * process.HostCores;

    /// <summary>How much a visitor of a region suffers from lateness, which makes updates wait, and slows the frames.</summary>
    public static double HarmOf(in ProcessHealth process, RegionEvidence region) =>
        Math.Max(Harm.OfDelay(WaitOf(process)), Harm.OfSlowness(region));

    /// <summary>
    /// The time that nine of ten updates do not exceed, if they come at random times and wait until a late thread runs: the thread is late
    /// for a part of the time, at most for the longest lateness.
    /// </summary>
    private static Duration WaitOf(in ProcessHealth process) =>
        process.Late <= Quantile ? Duration.Zero : process.Lateness * (1 - Quantile / process.Late);
}
