using Mongoose.Core.Status.Figures;
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

    /// <summary>Other programs are the cause if they use at least this part of the host.</summary>
    private const double MinOthers = 0.3;

    /// <summary>The host's other programs fill it from this part of the cores on, together with the process.</summary>
    private const double HostFilled = 0.9;

    /// <summary>Whether the process waits for a core.</summary>
    public static bool IsStarved(in ProcessHealth process)
    {
        double late = LateBesidePauses(process);
        bool isFull = process.Throttled >= MinThrottled || FillsItsCores(process) || FillHost(process);
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

    /// <summary>Whether all programs of the host together use all its cores.</summary>
    private static bool FillHost(in ProcessHealth process) => process.HostUsedCores >= HostFilled * process.HostCores;

    /// <summary>How much a visitor of a region suffers from lateness, which makes updates wait, and slows the frames.</summary>
    public static double HarmOf(in ProcessHealth process, RegionEvidence region) =>
        Math.Max(Harm.OfDelay(WaitOf(process)), Harm.OfSlowness(region));

    /// <summary>
    /// The time that nine of ten updates do not exceed, if they come at random times and wait until a late thread runs: the thread is late
    /// for a part of the time, at most for the longest lateness.
    /// </summary>
    private static Duration WaitOf(in ProcessHealth process) =>
        process.Late <= Quantile ? Duration.Zero : process.Lateness * (1 - Quantile / process.Late);

    /// <summary>The finding, without its visitors.</summary>
    public static Finding Describe(in ProcessHealth process)
    {
        string used = $"The simulator gets {FigureText.Cores(process.UsedCores)} of the {FigureText.Cores(process.HostCores)} of its host";
        List<string> seen =
        [
            $"sending threads late {FigureText.Percent(process.Late)} of the time, by up to {FigureText.Of(process.Lateness)}",
        ];
        if (process.Throttled >= MinThrottled)
        {
            seen.Add($"a quota of {FigureText.Cores(process.AllowedCores)} stopped the process"
                + $" {FigureText.Percent(process.Throttled.Value)} of the time");
            return Make($"{used}: a quota stops it.", "Raise the processor quota of its container or virtual machine.", seen,
                isSure: true);
        }
        if (process.HostUsedCores is { } host)
            seen.Add($"all programs of the host use {FigureText.Cores(host)}");
        double others = (process.HostUsedCores ?? 0) - process.UsedCores;
        return FillHost(process) && others >= MinOthers * process.HostCores
            ? Make($"{used}: other programs use the rest.", "Stop other programs on this host, or move the simulator.", seen, isSure: true)
            : Make($"{used}, and its threads still come late.",
                "Give it more cores or fewer regions. If cores are free, the host may lack memory, or be oversold: many virtual ones are.",
                seen, isSure: FillsItsCores(process));
    }

    private static Finding Make(string sentence, string advice, IReadOnlyList<string> seen, bool isSure) =>
        new() { Cause = Cause.Host, Sentence = sentence, Advice = advice, Seen = seen, IsSure = isSure };
}
