using System.Text.Json;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Page;

/// <summary>Writes a region in the data of the status page.</summary>
internal static class RegionJson
{
    public static void Write(Utf8JsonWriter json, PageRegion region, long after)
    {
        json.WriteStartObject();
        json.WriteString("name", region.Name);
        json.WriteBoolean("shaping", region.IsShaping);
        json.WriteNumber("visitors", region.VisitorCauses.Count);
        json.WriteNumber("children", region.Children);
        WriteSending(json, region);
        WriteSimulation(json, region.Health);
        json.WriteList("scripts", region.Scripts, script => Write(json, script));
        json.WriteHistory(after, ("sentKbps", region.Sent), ("visitors", region.Visitors), ("delayMs", region.Delay),
            ("lostPercent", region.Lost), ("limited", region.Limited), ("passP99Us", region.PassTime),
            ("slowPercent", region.Simulation.Slow), ("physicsPercent", region.Simulation.Physics),
            ("agentsPercent", region.Simulation.Agents), ("otherPercent", region.Simulation.Other),
            ("scriptCores", region.Simulation.ScriptCores));
        json.WriteEndObject();
    }

    private static void WriteSending(Utf8JsonWriter json, PageRegion region)
    {
        json.WriteFigure("sentKbps", region.Sent.Recent.Average());
        json.WriteFigure("borrowedPercent", region.BorrowedPercent);
        json.WriteFigure("limitKbps", region.Limit > DataRate.Zero ? region.Limit.KilobitsPerSecond : null);
        json.WriteFigure("lostPercent", region.Lost.Latest);
        json.WriteFigure("delayMs", region.Delay.Recent.Max());
        json.WriteStartObject("limited");
        foreach (Cause cause in Cause.All)
            json.WriteNumber(cause.Name, region.VisitorCauses.Count(found => found == cause));
        json.WriteEndObject();
        json.WriteNumber("failures", region.Failures);
        json.WriteNumber("badThrottles", region.BadThrottles);
        json.WriteNumber("malformed", region.Malformed);
        json.WriteFigure("passP99Us", region.PassTime.Recent.Max());
        json.WriteFigure("busyPercent", region.BusyPercent);
        json.WriteFigure("latePercent", region.LatePercent);
    }

    public static void WriteSimulation(Utf8JsonWriter json, RegionHealth? region)
    {
        if (region is not { } health)
        {
            json.WriteNull("simulation");
            return;
        }
        json.WriteStartObject("simulation");
        json.WriteFigure("slowPercent", 100 * health.Slowness);
        json.WriteBoolean("noticed", health.Avatars > 0 && SimulatorRule.IsSlow(health));
        json.WriteFigure("frameMs", health.Frame.Milliseconds);
        json.WriteFigure("targetFrameMs", health.TargetFrame.Milliseconds);
        json.WriteFigure("pauseMs", health.Pause?.Milliseconds);
        json.WriteFigure("dilation", health.Dilation);
        json.WriteFigure("fps", health.SimFps);
        json.WriteFigure("physicsPercent", 100 * health.Parts.Physics);
        json.WriteFigure("agentsPercent", 100 * health.Parts.Agents);
        json.WriteFigure("networkPercent", 100 * health.Parts.Network);
        json.WriteFigure("otherPercent", 100 * health.Parts.Other);
        json.WriteFigure("scriptCores", health.ScriptCores);
        json.WriteNumber("activeScripts", health.ActiveScripts);
        json.WriteNumber("objects", health.Objects);
        json.WriteNumber("avatars", health.Avatars);
        json.WriteNumber("children", health.Children);
        json.WriteNumber("waitingRequests", health.WaitingRequests);
        json.WriteFigure("answerMs", health.AnswerTime?.Milliseconds);
        json.WriteEndObject();
    }

    public static void Write(Utf8JsonWriter json, ScriptCost script)
    {
        json.WriteStartObject();
        json.WriteString("id", script.Id);
        json.WriteString("name", script.Name);
        json.WriteString("place", script.Place);
        json.WriteFigure("cores", script.Cores);
        json.WriteEndObject();
    }
}
