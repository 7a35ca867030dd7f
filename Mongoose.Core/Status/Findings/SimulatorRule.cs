using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Findings;

/// <summary>Whether a region's own simulation is slow, and what of it.</summary>
internal static class SimulatorRule
{
    private const double MinPaused = 0.1;

    /// <summary>Physics, avatars or the rest explain a slow frame if they take at least this part of the time.</summary>
    public const double MinPart = 0.5;

    /// <summary>From this part of a frame on, a region in time is said to be nearly full.</summary>
    private const double NearlyFull = 0.7;

    /// <summary>If several of a slow region's circuits have no acks, and at least this part, the region is the cause.</summary>
    private const double MinSilent = 0.5;

    private const int Several = 2;

    /// <summary>Scripts explain it if they ran for at least this part of the process's time, and of a core.</summary>
    private const double MinScriptPart = 0.4, MinScriptCores = 0.3;

    /// <summary>A loop that has made no frame for this long stands still.</summary>
    private static readonly Duration StillFor = Duration.FromSeconds(2);

    private const int StillFrames = 10;

    /// <summary>Whether garbage collections pause the process much, and explain its lateness.</summary>
    public static bool ArePausesMuch(in ProcessHealth process) =>
        process.Paused >= Math.Max(MinPaused, ProcessorRule.LateBesidePauses(process));

    /// <summary>
    /// Whether packets and requests wait for a thread for so long that visitors notice, while threads that have work get the processor.
    /// </summary>
    public static bool AreThreadsShort(in ProcessHealth process) =>
        Harm.OfDelay(process.WorkWait) >= Harm.Least && !ProcessorRule.IsStarved(process);

    /// <summary>Whether a region is so slow that visitors notice.</summary>
    public static bool IsSlow(in RegionHealth region) => Harm.OfSlowness(region) >= Harm.Least;

    /// <summary>The same; false if nothing is known of the region.</summary>
    public static bool IsSlow(RegionEvidence region) => region.Health is { } health && IsSlow(health);

    /// <summary>Whether a part is of the whole process, not of one region.</summary>
    public static bool IsOfProcess(SimulatorPart part) =>
        part is SimulatorPart.Collections or SimulatorPart.Threads or SimulatorPart.Scripts or SimulatorPart.Assets;

    /// <summary>What makes the region slow; null if it is not slow, or if only the host does.</summary>
    /// <param name="region">The region.</param>
    /// <param name="process">The process.</param>
    /// <param name="allScripts">Time that scripts of all regions ran, in cores.</param>
    public static SimulatorPart? PartOf(RegionEvidence region, in ProcessHealth process, double allScripts)
    {
        if (region.Health is not { } health)
            return null;
        bool isStarved = ProcessorRule.IsStarved(process), isSlow = IsSlow(health);
        FrameParts time = ComputedTimeOf(health, process);
        double frame = isSlow ? Math.Max(time.Physics, Math.Max(time.Agents, time.Other)) : 0;
        bool isOfFrame = frame * (isStarved ? ProcessorRule.RunningPart(process) : 1) >= MinPart;
        if (isSlow && !isStarved && process.Paused < MinPaused && StandsStill(health, isOfFrame))
            return SimulatorPart.Heartbeat;
        if (ArePausesMuch(process) && process.Paused >= frame)
            return SimulatorPart.Collections;
        // What waits for a thread in a frame counts as the frame's other time.
        if ((!isOfFrame || frame == time.Other) && AreThreadsShort(process) && !ScriptsFill(process, allScripts))
            return SimulatorPart.Threads;
        // YEngine measures by the clock: where other programs have the cores, the time of scripts is mostly time in which they waited.
        if (!isOfFrame && (isStarved ? ProcessorRule.FillsItsCores(process) : isSlow) && ScriptsFill(process, allScripts))
            return SimulatorPart.Scripts;
        if (!isSlow && !isStarved)
            return NearlyFullBy(health.Parts, process, allScripts);
        if (!isSlow || !isOfFrame && isStarved)
            return null;
        if (!isOfFrame || frame == time.Other)
            return SimulatorPart.Other;
        return frame == time.Physics ? SimulatorPart.Physics : SimulatorPart.Agents;
    }

    private static SimulatorPart? NearlyFullBy(in FrameParts parts, in ProcessHealth process, double allScripts) =>
        parts.Physics >= NearlyFull ? SimulatorPart.Physics
        : parts.Agents >= NearlyFull ? SimulatorPart.Agents
        : ProcessorRule.FillsItsCores(process) && ScriptsFill(process, allScripts) ? SimulatorPart.Scripts
        : null;

    /// <summary>Whether the loop stands still, or has just stood still, so that the mean frame is still as long.</summary>
    private static bool StandsStill(in RegionHealth region, bool isOfFrame)
    {
        Duration still = Duration.Max(StillFor, region.TargetFrame * StillFrames);
        return region.SinceFrame >= still || !isOfFrame && StillTime(region) >= still;
    }

    /// <summary>The longest time in the last five seconds for which the loop made no frame.</summary>
    public static Duration StillTime(in RegionHealth region) => Duration.Max(region.SinceFrame, region.LongestFrame);

    /// <summary>
    /// As <see cref="TimeOf"/>, but physics and avatars can compute for no longer than the process had the processor: the rest of their
    /// time they waited, such as for memory on a disk.
    /// </summary>
    private static FrameParts ComputedTimeOf(in RegionHealth region, in ProcessHealth process)
    {
        FrameParts time = TimeOf(region);
        // Without figures of the process, AllowedCores is 0.
        double computed = process.AllowedCores > 0 ? process.UsedCores : 1;
        return time with { Physics = Math.Min(time.Physics, computed), Agents = Math.Min(time.Agents, computed) };
    }

    /// <summary>The part of the time, 0 to 1, that each part of the frames took.</summary>
    public static FrameParts TimeOf(in RegionHealth region)
    {
        double perFrame = region.TargetFrame / Duration.Max(region.TargetFrame, region.Frame);
        FrameParts parts = region.Parts;
        return new FrameParts(Of(parts.Physics), Of(parts.Agents), Of(parts.Network), Of(parts.Other));

        double Of(double part) => Math.Min(1, part * perFrame);
    }

    /// <summary>Replaces the causes of circuits by what made them.</summary>
    /// <param name="visitors">The circuits.</param>
    /// <param name="causes">Their causes, in the same order.</param>
    /// <param name="parts">What is slow in each region.</param>
    public static void Apply(
        IReadOnlyList<VisitorEvidence> visitors, Cause?[] causes, IReadOnlyDictionary<RegionEvidence, SimulatorPart?> parts)
    {
        foreach (IGrouping<RegionEvidence, int> circuits in
            Enumerable.Range(0, causes.Length).ToLookup<int, RegionEvidence>(i => visitors[i].Region, ReferenceEqualityComparer.Instance))
        {
            if (parts.GetValueOrDefault(circuits.Key) is not { } part || !IsOfProcess(part) && !IsSlow(circuits.Key.Health!.Value))
                continue;
            // In a slow region, the thread that receives acks waits as well. Viewers do not fall silent all at once.
            int silent = circuits.Count(i => IsSilent(causes[i]) || causes[i] == Cause.Simulator);
            bool areMost = silent >= Several && silent >= MinSilent * circuits.Count();
            foreach (int i in circuits)
            {
                // The process's own work has the cores for which its threads wait.
                if (causes[i] == Cause.Host && IsOfProcess(part) && part != SimulatorPart.Threads || IsSilent(causes[i]) && areMost)
                    causes[i] = Cause.Simulator;
            }
        }
    }

    private static bool IsSilent(Cause? cause) => cause?.Limit == LimitedBy.Window;

    /// <summary>How much a visitor of the region suffers.</summary>
    public static double HarmOf(RegionEvidence region, in ProcessHealth process, SimulatorPart part) => part switch
    {
        SimulatorPart.Threads => Math.Max(Harm.OfDelay(process.WorkWait), Harm.OfSlowness(region)),
        SimulatorPart.Collections => ProcessorRule.HarmOf(process, region),
        _ => ProcessorRule.IsStarved(process) ? ProcessorRule.HarmOf(process, region) : Harm.OfSlowness(region),
    };

    private static bool ScriptsFill(in ProcessHealth process, double scripts)
    {
        double ran = Math.Min(scripts * (1 - (process.Throttled ?? 0)), process.UsedCores);
        return ran >= MinScriptPart * process.UsedCores && scripts >= MinScriptCores;
    }
}
