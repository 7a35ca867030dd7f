using System.Text.Json;
using Mongoose.Core.Downloads;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Status.Figures;

namespace Mongoose.Core.Status.Page;

/// <summary>Writes a visitor in the data of the status page.</summary>
internal static class VisitorJson
{
    public static void Write(Utf8JsonWriter json, PageVisitor visitor, long after, bool withName)
    {
        CircuitFigures figures = visitor.Figures;
        Cause? cause = Cause.Of(figures.Limit);
        json.WriteStartObject();
        json.WriteNumber("id", figures.Number);
        json.WriteString("region", figures.Region);
        json.WriteString("name", withName ? figures.Name : null);
        json.WriteBoolean("child", figures.IsChild);
        json.WriteFigure("seconds", Math.Floor(visitor.Age.Seconds));
        json.WriteString("by", cause?.Name ?? "none");
        json.WriteString("mode", figures.Mode.Name());
        WriteFigures(json, figures);
        WriteOldKeys(json, figures);
        WriteDownloads(json, figures.DownloadsHere);
        json.WriteString("advice", cause?.Advice(figures));
        json.WriteHistory(after, ("usedKbps", visitor.Used), ("pathDelayMs", visitor.PathDelay), ("regionDelayMs", visitor.RegionDelay));
        json.WriteEndObject();
    }

    private static void WriteFigures(Utf8JsonWriter json, in CircuitFigures figures)
    {
        json.WriteFigure("requestedKbps", figures.RequestedRate?.KilobitsPerSecond);
        json.WriteFigure("allowedKbps", figures.AllowedRate.KilobitsPerSecond);
        json.WriteFigure("pathKbps", figures.PathRate?.KilobitsPerSecond);
        json.WriteFigure("currentKbps", figures.CurrentRate.KilobitsPerSecond);
        json.WriteFigure("usedKbps", figures.UsedRate.KilobitsPerSecond);
        json.WriteFigure("pathDelayMs", figures.PathDelay?.Milliseconds);
        json.WriteFigure("regionDelayMs", figures.QueueDelayP99.Milliseconds);
        json.WriteFigure("lostPercent", 100 * figures.LostFraction);
        json.WriteFigure("queuedKB", figures.QueuedBytes / 1e3);
        json.WriteFigure("unackedKB", figures.UnackedBytes / 1e3);
    }

    /// <summary>The keys of mongoose-status/1 that requestedKbps and currentKbps replace.</summary>
    private static void WriteOldKeys(Utf8JsonWriter json, in CircuitFigures figures)
    {
        json.WriteFigure("askedKbps", figures.RequestedRate?.KilobitsPerSecond);
        json.WriteFigure("nowKbps", figures.CurrentRate.KilobitsPerSecond);
    }

    /// <summary>The downloads of the visitor; null if there were none lately.</summary>
    private static void WriteDownloads(Utf8JsonWriter json, DownloadFigures? downloads)
    {
        json.WriteFigure("downloadKbps", downloads?.Rate.KilobitsPerSecond);
        json.WriteFigure("downloadQueueMs", downloads?.Queueing.Milliseconds);
        json.WriteString("downloadBy", downloads?.Limit.Name());
    }
}
