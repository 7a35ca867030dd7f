using System.Text.Json;
using Mongoose.Core.Status.Figures;
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
        json.WriteNumber("visitors", region.VisitorLimits.Count);
        json.WriteNumber("children", region.Children);
        json.WriteFigure("sentKbps", region.Sent.Recent.Average());
        json.WriteFigure("borrowedPercent", region.BorrowedPercent);
        json.WriteFigure("limitKbps", region.Limit > DataRate.Zero ? region.Limit.KilobitsPerSecond : null);
        json.WriteFigure("lostPercent", region.Lost.Latest);
        json.WriteFigure("delayMs", region.Delay.Recent.Max());
        json.WriteStartObject("limited");
        foreach (Cause cause in Cause.All)
            json.WriteNumber(cause.Name, region.VisitorLimits.Count(limit => limit == cause.Limit));
        json.WriteEndObject();
        json.WriteNumber("failures", region.Failures);
        json.WriteNumber("badThrottles", region.BadThrottles);
        json.WriteNumber("malformed", region.Malformed);
        json.WriteFigure("passP99Us", region.PassTime.Recent.Max());
        json.WriteFigure("busyPercent", region.BusyPercent);
        json.WriteFigure("latePercent", region.LatePercent);
        json.WriteHistory(after, ("sentKbps", region.Sent), ("visitors", region.Visitors), ("delayMs", region.Delay),
            ("lostPercent", region.Lost), ("limited", region.Limited), ("passP99Us", region.PassTime));
        json.WriteEndObject();
    }
}
