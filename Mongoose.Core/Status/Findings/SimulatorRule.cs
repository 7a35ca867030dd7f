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
    private const double MinPart = 0.5;

    /// <summary>From this part of a frame on, a region in time is said to be nearly full.</summary>
    private const double NearlyFull = 0.7;

    /// <summary>
    /// A frame that is longer than its target by this factor is why time passes slowly; otherwise the physics engine says so.
    /// </summary>
    private const double LongFrame = 1.05;

    /// <summary>If this part of a slow region's circuits has no acks, the region is the cause.</summary>
    private const double MinSilent = 0.5;

    /// <summary>Scripts explain it if they ran for at least this part of the process's time, and of a core.</summary>
    private const double MinScriptPart = 0.4, MinScriptCores = 0.3;

    /// <summary>A loop that has made no frame for this long stands still.</summary>
    private static readonly Duration StillFor = Duration.FromSeconds(2);

    private const int StillFrames = 10;

    /// <summary>Whether garbage collections pause the process much, and explain its lateness.</summary>
    public static bool ArePausesMuch(in ProcessHealth process) =>
        process.Paused >= Math.Max(MinPaused, ProcessorRule.LateBesidePauses(process));

    /// <summary>Whether a region is so slow that visitors notice.</summary>
    public static bool IsSlow(in RegionHealth region) => Harm.OfSlowness(region) >= Harm.Least;

    /// <summary>Whether a part is of the whole process, not of one region.</summary>
    public static bool IsOfProcess(SimulatorPart part) =>
        part is SimulatorPart.Collections or SimulatorPart.Scripts or SimulatorPart.Assets;

    /// <summary>What makes the region slow; null if it is not slow, or if only the host does.</summary>
    /// <param name="region">The region.</param>
    /// <param name="process">The process.</param>
    /// <param name="allScripts">Time that scripts of all regions ran, in cores.</param>
    public static SimulatorPart? PartOf(RegionEvidence region, in ProcessHealth process, double allScripts)
    {
        if (region.Health is not { } health)
            return null;
        bool isStarved = ProcessorRule.IsStarved(process), isSlow = IsSlow(health);
        FrameParts time = TimeOf(health);
        double frame = isSlow ? Math.Max(time.Physics, Math.Max(time.Agents, time.Other)) : 0;
        bool isOfFrame = frame * (isStarved ? ProcessorRule.RunningPart(process) : 1) >= MinPart;
        if (isSlow && !isStarved && process.Paused < MinPaused && StandsStill(health, isOfFrame))
            return SimulatorPart.Heartbeat;
        if (ArePausesMuch(process) && process.Paused >= frame)
            return SimulatorPart.Collections;
        if (!isOfFrame && (isSlow || isStarved) && ScriptsFill(process, allScripts))
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
    private static Duration StillTime(in RegionHealth region) => Duration.Max(region.SinceFrame, region.LongestFrame);

    /// <summary>The part of the time, 0 to 1, that each part of the frames took.</summary>
    private static FrameParts TimeOf(in RegionHealth region)
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
            if (parts.GetValueOrDefault(circuits.Key) is not { } part)
                continue;
            // In a slow region, the thread that receives acks waits as well. Viewers do not fall silent all at once.
            int silent = circuits.Count(i => IsSilent(causes[i]) || causes[i] == Cause.Simulator);
            bool areMost = circuits.Count() > 1 && silent >= MinSilent * circuits.Count();
            foreach (int i in circuits)
            {
                // The process's own work has the cores for which its threads wait.
                if (causes[i] == Cause.Host && IsOfProcess(part) || IsSilent(causes[i]) && areMost)
                    causes[i] = Cause.Simulator;
            }
        }
    }

    private static bool IsSilent(Cause? cause) => cause?.Limit == LimitedBy.Window;

    /// <summary>How much a visitor of the region suffers.</summary>
    public static double HarmOf(RegionEvidence region, in ProcessHealth process, SimulatorPart part) =>
        part is SimulatorPart.Collections || ProcessorRule.IsStarved(process)
            ? ProcessorRule.HarmOf(process, region)
            : Harm.OfSlowness(region);

    /// <summary>The finding of a region, without its visitors.</summary>
    public static Finding Describe(RegionEvidence region, in ProcessHealth process, SimulatorPart part)
    {
        RegionHealth health = region.Health!.Value;
        (string sentence, string advice) = Texts(region.Name, health, part);
        return new Finding
        {
            Cause = Cause.Simulator,
            Part = part,
            Region = region.Name,
            Sentence = sentence,
            Advice = advice,
            Seen = [.. SeenOf(health), SeenOf(process), .. SeenOf(region.Scripts)],
            IsSure = part != SimulatorPart.Other,
        };
    }

    /// <summary>The finding of all regions, without its visitors.</summary>
    public static Finding Describe(IEnumerable<RegionEvidence> regions, in ProcessHealth process, SimulatorPart part)
    {
        ScriptCost[] scripts = [.. regions.SelectMany(region => region.Scripts).OrderByDescending(script => script.Cores)];
        string first = scripts.Length == 0 ? "" : $", first at “{scripts[0].Name}”";
        (string sentence, string advice) = part switch
        {
            SimulatorPart.Collections => (
                $"Garbage collections pause the simulator {FigureText.Percent(process.Paused)} of the time.",
                "Give the process more memory, and look for scripts or modules that make much garbage."),
            SimulatorPart.Assets => (
                "Textures and meshes come late: OpenSimulator waits for the service that stores them.",
                "Look at the asset service, its database and its disk. Assets of other grids wait for the servers of those grids."),
            _ => (
                $"Scripts use {FigureText.Cores(regions.Sum(region => region.Health?.ScriptCores ?? 0))} of the"
                    + $" {FigureText.Cores(process.AllowedCores)} that the simulator may use"
                    + (ProcessorRule.IsStarved(process) ? ", and its other threads wait." : ": little is left for all else."),
                $"Look at the objects whose scripts cost most{first}: stop or rewrite them (“Top Scripts” in the viewer)."),
        };
        return new Finding
        {
            Cause = Cause.Simulator,
            Part = part,
            Sentence = sentence,
            Advice = advice,
            Seen = part == SimulatorPart.Assets ? [SeenOfRequests(regions)] : [SeenOf(process), .. SeenOf(scripts)],
        };
    }

    private static bool ScriptsFill(in ProcessHealth process, double scripts)
    {
        double ran = Math.Min(scripts * (1 - (process.Throttled ?? 0)), process.UsedCores);
        return ran >= MinScriptPart * process.UsedCores && scripts >= MinScriptCores;
    }

    private static (string Sentence, string Advice) Texts(string region, in RegionHealth health, SimulatorPart part)
    {
        string slow = !IsSlow(health) ? $"Frames of “{region}” are in time, but nearly full"
            : health.Frame > health.TargetFrame * LongFrame
                ? $"Frames of “{region}” take {FigureText.Of(health.Frame)} instead of {FigureText.Of(health.TargetFrame)}"
                : $"Time in “{region}” passes at {FigureText.Percent(health.Dilation)} of its speed";
        return part switch
        {
            SimulatorPart.Heartbeat => (
                $"“{region}” stands still, for {FigureText.Of(StillTime(health))}: its loop makes no frames.",
                "Look for the last lines in OpenSim.log; if it stays so, restart the region."),
            SimulatorPart.Physics => (
                $"{slow}: physics takes most of it.",
                "Look for many moving or colliding objects (“Top Colliders” in the viewer) and for scripts that change shapes;"
                    + " make them phantom or non-physical."),
            SimulatorPart.Agents => (
                $"{slow}: avatars and what they are sent take most of it.",
                "Fewer avatars, fewer attachments, or a region of its own for the event."),
            _ when TimeOf(health).Other >= MinPart => (
                $"{slow}: updates of objects, events or other modules take it.",
                "Look at moving objects and at other region modules; switch them off one by one."),
            _ => (
                $"{slow}: no measured part explains it.",
                "Look for what a frame can wait for: the disk, the database, another server; and at other region modules."),
        };
    }

    private static IEnumerable<string> SeenOf(RegionHealth health)
    {
        yield return $"frame {FigureText.Of(health.Frame)} of {FigureText.Of(health.TargetFrame)},"
            + $" dilation {FigureText.Percent(health.Dilation)}";
        yield return $"physics {FigureText.Percent(health.Parts.Physics)} of a frame, avatars {FigureText.Percent(health.Parts.Agents)},"
            + $" other {FigureText.Percent(health.Parts.Other)}";
    }

    private static string SeenOf(in ProcessHealth process) =>
        $"the process uses {FigureText.Cores(process.UsedCores)} of {FigureText.Cores(process.AllowedCores)}";

    private static string SeenOfRequests(IEnumerable<RegionEvidence> regions)
    {
        RegionHealth[] known = [.. regions.Select(region => region.Health).OfType<RegionHealth>()];
        string waiting = FigureText.Count(known.Sum(health => health.WaitingRequests), "request waits", "requests wait");
        return known.Max(health => health.AnswerTime) is { } time
            ? $"{waiting} for an answer; 95 % of the last answers took at most {FigureText.Of(time)}"
            : $"{waiting} for an answer; none came in the last second";
    }

    private static IEnumerable<string> SeenOf(IReadOnlyList<ScriptCost> scripts) =>
        from script in scripts.Take(3)
        where script.Cores >= 0.01
        select $"scripts in “{script.Name}” at {script.Place}: {FigureText.Cores(script.Cores)}";
}
