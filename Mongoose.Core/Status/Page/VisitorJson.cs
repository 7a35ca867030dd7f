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
        foreach (Figure figure in Figure.All.Where(figure => figure.Key is not null))
            json.WriteFigure(figure.Key!, figure.Shown(figures));
        WriteOldKeys(json, figures);
        json.WriteString("downloadBy", figures.DownloadsHere?.Limit.Name());
        json.WriteString("advice", cause?.Advice(figures));
        json.WriteHistory(after, ("usedKbps", visitor.Used), ("pathDelayMs", visitor.PathDelay), ("regionDelayMs", visitor.RegionDelay));
        json.WriteEndObject();
    }

    /// <summary>The keys of mongoose-status/1 that requestedKbps and currentKbps replace.</summary>
    private static void WriteOldKeys(Utf8JsonWriter json, in CircuitFigures figures)
    {
        json.WriteFigure("askedKbps", figures.RequestedRate?.KilobitsPerSecond);
        json.WriteFigure("nowKbps", figures.CurrentRate.KilobitsPerSecond);
    }
}
