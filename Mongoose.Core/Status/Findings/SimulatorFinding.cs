using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Health;

namespace Mongoose.Core.Status.Findings;

/// <summary>What operators read about a slow simulator: sentence, advice and evidence.</summary>
internal static class SimulatorFinding
{
    /// <summary>
    /// A frame that is longer than its target by this factor is why time passes slowly; otherwise the physics engine says so.
    /// </summary>
    private const double LongFrame = 1.05;

    /// <summary>The finding of a region, without its visitors.</summary>
    public static Finding Of(RegionEvidence region, in ProcessHealth process, SimulatorPart part)
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
    public static Finding Of(IEnumerable<RegionEvidence> regions, in ProcessHealth process, SimulatorPart part)
    {
        ScriptCost[] scripts = [.. regions.SelectMany(region => region.Scripts).OrderByDescending(script => script.Cores)];
        string first = scripts.Length == 0 ? "" : $", first at “{scripts[0].Name}”";
        (string sentence, string advice) = part switch
        {
            SimulatorPart.Collections => (
                $"Garbage collections pause the simulator {FigureText.Percent(process.Paused)} of the time.",
                "Give the process more memory, and look for scripts or modules that make much garbage."),
            SimulatorPart.Threads => (
                $"What visitors send waits {FigureText.Of(process.WorkWait)} for a thread: the simulator's threads wait themselves.",
                "Look for what they wait for: a server or a database that does not answer, or another region module."),
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
            Seen = part == SimulatorPart.Threads ? [SeenOfWork(process), SeenOf(process)] : [SeenOf(process), .. SeenOf(scripts)],
            // Threads that use all cores are busy, and need not wait for anything else.
            IsSure = part != SimulatorPart.Threads || !ProcessorRule.FillsItsCores(process),
        };
    }

    /// <summary>The finding of visitors whose textures and meshes come late, without these visitors.</summary>
    /// <param name="regions">All regions.</param>
    /// <param name="isServiceLate">Whether the service is late, not some assets alone.</param>
    public static Finding OfAssets(IEnumerable<RegionEvidence> regions, bool isServiceLate) => new()
    {
        Cause = Cause.Simulator,
        Part = SimulatorPart.Assets,
        Sentence = isServiceLate ? "Textures and meshes come late: OpenSimulator waits for the service that stores them."
            : "Some textures or meshes do not come: OpenSimulator waits for them.",
        Advice = "Look at the asset service, its database and its disk. Assets of other grids wait for the servers of those grids.",
        Seen = [SeenOfRequests(regions)],
        IsSure = false,
    };

    private static (string Sentence, string Advice) Texts(string region, in RegionHealth health, SimulatorPart part)
    {
        string slow = !SimulatorRule.IsSlow(health) ? $"Frames of “{region}” are in time, but nearly full"
            : health.Frame > health.TargetFrame * LongFrame
                ? $"Frames of “{region}” take {FigureText.Of(health.Frame)} instead of {FigureText.Of(health.TargetFrame)}"
                : $"Time in “{region}” passes at {FigureText.Percent(health.Dilation)} of its speed";
        return part switch
        {
            SimulatorPart.Heartbeat => (
                $"“{region}” stands still, for {FigureText.Of(SimulatorRule.StillTime(health))}: its loop makes no frames.",
                "Look for the last lines in OpenSim.log; if it stays so, restart the region."),
            SimulatorPart.Physics => (
                $"{slow}: physics takes most of it.",
                "Look for many moving or colliding objects (“Top Colliders” in the viewer) and for scripts that change shapes;"
                    + " make them phantom or non-physical."),
            SimulatorPart.Agents => (
                $"{slow}: avatars and what they are sent take most of it.",
                "Fewer avatars, fewer attachments, or a region of its own for the event."),
            _ when SimulatorRule.TimeOf(health).Other >= SimulatorRule.MinPart => (
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

    private static string SeenOfWork(in ProcessHealth process) =>
        $"work waits {FigureText.Of(process.WorkWait)} for a thread of the pool; "
        + FigureText.Count((int)process.QueuedWork, "work item waits now", "work items wait now");

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
