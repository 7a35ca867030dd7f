using System.Text.Json;
using Mongoose.Core.Downloads;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;

namespace Mongoose.Core.Status.Page;

/// <summary>Writes a visitor in the data of the status page.</summary>
internal static class VisitorJson
{
    /// <param name="after">Number of the last point that the reader has; null to leave out the history.</param>
    /// <param name="withName">Whether the reader may see the visitor's name.</param>
    public static void Write(Utf8JsonWriter json, PageVisitor visitor, long? after, bool withName)
    {
        CircuitFigures figures = visitor.Figures;
        json.WriteStartObject();
        json.WriteNumber("id", figures.Number);
        json.WriteNumber("avatar", figures.Avatar);
        json.WriteString("region", figures.Region);
        json.WriteString("name", withName ? figures.Name : null);
        json.WriteBoolean("child", figures.IsChild);
        json.WriteFigure("seconds", Math.Floor(visitor.Age.Seconds));
        json.WriteString("by", NameOf(visitor.Cause));
        json.WriteFigure("harmPercent", 100 * visitor.Harm);
        json.WriteString("mode", figures.Mode.Name());
        foreach (Figure figure in Figure.All.Where(figure => figure.Key is not null))
            json.WriteFigure(figure.Key!, figure.Shown(figures));
        json.WriteString("downloadBy", figures.DownloadsHere?.Limit.Name());
        json.WriteString("advice", visitor.Advice);
        if (after is { } known)
            WriteHistory(json, visitor, known);
        json.WriteEndObject();
    }

    /// <summary>A cause in the page's data.</summary>
    public static string NameOf(Cause? cause) => cause?.Name ?? "none";

    private static void WriteHistory(Utf8JsonWriter json, PageVisitor visitor, long after)
    {
        json.WriteStartObject("limits");
        json.WriteNumber(NameOf(null), visitor.Limits.Of(LimitedBy.Nothing));
        foreach (Cause cause in Cause.All.Where(cause => cause.Limit is not null))
            json.WriteNumber(cause.Name, visitor.Limits.Of(cause.Limit!.Value));
        json.WriteEndObject();
        json.WriteHistory(after, [.. visitor.History]);
    }
}
