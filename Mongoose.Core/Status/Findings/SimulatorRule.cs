using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Findings;

/// <summary>Whether a region's own simulation is slow, and what of it.</summary>
internal static class SimulatorRule
{
    private const double MinPaused = 0.1;

    /// <summary>Physics, avatars or the rest explain a slow frame if they take at least this part of its time.</summary>
    private const double MinPart = 0.5;

    /// <summary>Scripts explain it if they ran for at least this part of the process's time, and of a core.</summary>
    private const double MinScriptPart = 0.4, MinScriptCores = 0.3;

    /// <summary>A loop that has made no frame for this long stands still.</summary>
    private static readonly Duration StandsStill = Duration.FromSeconds(2);

    private const int StillFrames = 10;

    /// <summary>What makes the region slow; null if it is not slow, or if only the host does.</summary>
    /// <param name="region">The region.</param>
    /// <param name="process">The process.</param>
    /// <param name="allScripts">Time that scripts of all regions ran, in cores.</param>
    public static SimulatorPart? PartOf(RegionEvidence region, in ProcessHealth process, double allScripts)
    {
        if (region.Health is not { } health)
            return null;
        bool isStarved = ProcessorRule.IsStarved(process);
        bool isSlow = Harm.OfSlowness(health) >= Harm.Least;
        if (process.Paused >= MinPaused && process.Paused >= ProcessorRule.LateBesidePauses(process))
            return SimulatorPart.Collections;
        if ((isSlow || isStarved) && ScriptsFill(process, allScripts))
            return region.Scripts.Count > 0 ? SimulatorPart.Scripts : null;
        if (!isSlow)
            return null;
        if (!isStarved && health.SinceFrame >= Duration.Max(StandsStill, health.TargetFrame * StillFrames))
            return SimulatorPart.Heartbeat;
        // The parts of a frame are times by the clock: a starved process spends them waiting.
        double scale = isStarved ? process.UsedCores / Math.Max(process.UsedCores, 1) : 1;
        FrameParts parts = health.Parts;
        if (parts.Physics * scale >= MinPart && parts.Physics >= Math.Max(parts.Agents, parts.Other))
            return SimulatorPart.Physics;
        if (parts.Agents * scale >= MinPart && parts.Agents >= parts.Other)
            return SimulatorPart.Agents;
        return isStarved ? null : SimulatorPart.Other;
    }

    /// <summary>How much a visitor of the region suffers.</summary>
    public static double HarmOf(RegionEvidence region, in ProcessHealth process, SimulatorPart part)
    {
        double slow = region.Health is { } health ? Harm.OfSlowness(health) : 0;
        return part is SimulatorPart.Collections || ProcessorRule.IsStarved(process)
            ? Math.Max(slow, ProcessorRule.HarmOf(process))
            : slow;
    }

    /// <summary>The finding, without its visitors.</summary>
    public static Finding Describe(RegionEvidence region, in ProcessHealth process, SimulatorPart part)
    {
        RegionHealth health = region.Health!.Value;
        (string sentence, string advice) = Texts(region, process, part);
        return new Finding
        {
            Cause = Cause.Simulator,
            Part = part,
            Region = region.Name,
            Sentence = sentence,
            Advice = advice,
            Seen = [.. Seen(region, health, process)],
            IsSure = part != SimulatorPart.Other,
        };
    }

    private static bool ScriptsFill(in ProcessHealth process, double scripts)
    {
        double ran = Math.Min(scripts * (1 - (process.Throttled ?? 0)), process.UsedCores);
        return ran >= MinScriptPart * process.UsedCores && scripts >= MinScriptCores;
    }

    private static (string Sentence, string Advice) Texts(RegionEvidence region, in ProcessHealth process, SimulatorPart part)
    {
        RegionHealth health = region.Health!.Value;
        string slow = $"Frames of “{region.Name}” take {FigureText.Of(health.Frame)} instead of {FigureText.Of(health.TargetFrame)}";
        return part switch
        {
            SimulatorPart.Heartbeat => (
                $"“{region.Name}” has stood still for {FigureText.Of(health.SinceFrame)}: its loop makes no frames.",
                "Look for the last lines in OpenSim.log; if it stays so, restart the region."),
            SimulatorPart.Collections => (
                $"Garbage collections pause the simulator {FigureText.Percent(process.Paused)} of the time.",
                "Give the process more memory, and look for scripts or modules that make much garbage."),
            SimulatorPart.Physics => (
                $"{slow}: physics takes most of it.",
                "Look for many moving or colliding objects (“Top Colliders” in the viewer), and make them non-physical or phantom."),
            SimulatorPart.Scripts => (
                $"Scripts use {FigureText.Cores(health.ScriptCores ?? 0)}, and the region waits for them.",
                $"Look at the objects below{First(region)}: stop or rewrite their scripts (“Top Scripts” in the viewer)."),
            SimulatorPart.Agents => (
                $"{slow}: avatars and what they are sent take most of it.",
                "Fewer avatars, fewer attachments, or a region of its own for the event."),
            _ => (
                $"{slow}: updates of objects, events or other modules take it.",
                "Look at moving objects and at other region modules; switch them off one by one."),
        };
    }

    private static string First(RegionEvidence region) => region.Scripts.Count == 0 ? "" : $", first “{region.Scripts[0].Name}”";

    private static IEnumerable<string> Seen(RegionEvidence region, RegionHealth health, ProcessHealth process)
    {
        yield return $"frame {FigureText.Of(health.Frame)} of {FigureText.Of(health.TargetFrame)}, dilation {health.Dilation.ToString("0.00", System.Globalization.CultureInfo.InvariantCulture)}";
        yield return $"physics {FigureText.Percent(health.Parts.Physics)} of a frame, avatars {FigureText.Percent(health.Parts.Agents)},"
            + $" other {FigureText.Percent(health.Parts.Other)}";
        yield return $"the process uses {FigureText.Cores(process.UsedCores)} of {FigureText.Cores(process.AllowedCores)}";
        foreach (ScriptCost script in region.Scripts.Take(3).Where(script => script.Cores >= 0.01))
            yield return $"scripts in “{script.Name}” at {script.Place}: {FigureText.Cores(script.Cores)}";
    }
}
