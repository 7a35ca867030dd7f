using System.Buffers;
using System.Text.Json;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.History;

namespace Mongoose.Core.Status.Page;

/// <summary>
/// Writes the data of the status page: JSON of the schema mongoose-status/3, which config/dashboards/data.schema.json describes. Rates are
/// in kbit/s of 1000 bits.
/// </summary>
public static class PageJson
{
    private const string Schema = "mongoose-status/3";

    /// <summary>Writes the data in UTF-8.</summary>
    /// <param name="data">The data.</param>
    /// <param name="request">What the reader asks for.</param>
    public static byte[] Write(PageData data, PageRequest request)
    {
        ArrayBufferWriter<byte> buffer = new();
        using (Utf8JsonWriter json = new(buffer))
        {
            json.WriteStartObject();
            WriteHead(json, data);
            WriteHealth(json, data);
            json.WriteList("findings", data.Diagnosis.Findings, finding => FindingJson.Write(json, finding));
            WriteCauses(json);
            ProcessJson.Write(json, data.Process, data.ProcessHistory, request.After);
            WriteDownloads(json, data.Downloads);
            json.WriteList("regions", data.Regions, region => RegionJson.Write(json, region, request.After));
            json.WriteList("visitors", Sorted(data),
                visitor => VisitorJson.Write(json, visitor, request.HistoryOf(visitor.Figures.Number), data.HasNames));
            json.WriteList("incidents", data.Incidents, incident => IncidentJson.Write(json, incident, data.HasNames));
            json.WriteList("arrivals", data.Arrivals, arrival => ArrivalJson.Write(json, arrival, data.HasNames));
            if (data.Peers is { } peers)
                json.WriteList("peers", peers, peer => PeerJson.Write(json, peer, request.After));
            json.WriteEndObject();
        }
        return buffer.WrittenSpan.ToArray();
    }

    private static void WriteHead(Utf8JsonWriter json, PageData data)
    {
        json.WriteString("schema", Schema);
        json.WriteString("version", data.Version);
        json.WriteString("openSim", data.OpenSim);
        json.WriteString("status", data.Status);
        json.WriteBoolean("on", data.IsOn);
        json.WriteBoolean("names", data.HasNames);
        json.WriteNumber("started", data.Started);
        json.WriteNumber("point", data.Point);
        json.WriteNumber("intervalSeconds", Series.Interval.Seconds);
    }

    private static void WriteHealth(Utf8JsonWriter json, PageData data)
    {
        bool isHarmed = data.Diagnosis.Harmed > 0, isRead = data.Point > 0 && data.Diagnosis.HasRegions;
        bool isKnown = isRead && (isHarmed || data.Diagnosis.IsMeasured);
        json.WriteStartObject("health");
        json.WriteString("state", data.Health is { } given ? given.IsHarmed ? "harm" : "good"
            : !isKnown ? "unknown" : isHarmed ? "harm" : "good");
        json.WriteString("by", VisitorJson.NameOf(data.Diagnosis.Worst?.Cause));
        json.WriteString("text", HealthText(data));
        json.WriteEndObject();
    }

    /// <summary>Where Mongoose could not start it knows no region, and its status says why.</summary>
    private static string HealthText(PageData data) => data.Health is { } given ? given.Text
        : !data.IsOn && (data.Point == 0 || !data.Diagnosis.HasRegions) ? data.Status
        : data.Point == 0 ? "Waiting for the first figures."
        : data.Diagnosis.Text;

    /// <summary>Writes the page's texts for each cause.</summary>
    private static void WriteCauses(Utf8JsonWriter json) => json.WriteList("causes", Cause.All, cause =>
    {
        json.WriteStartObject();
        json.WriteString("by", cause.Name);
        json.WriteString("title", cause.Title);
        json.WriteString("evidence", cause.Figures.Count > 0 ? cause.Figures[0] : null);
        json.WriteEndObject();
    });

    private static void WriteDownloads(Utf8JsonWriter json, PageDownloads downloads)
    {
        json.WriteStartObject("downloads");
        json.WriteBoolean("paced", downloads.WhyUnpaced is null);
        json.WriteString("why", downloads.WhyUnpaced);
        json.WriteNumber("visitors", downloads.Visitors);
        json.WriteFigure("kbps", downloads.Kbps);
        json.WriteList("elsewhere", downloads.Elsewhere, json.WriteStringValue);
        json.WriteNumber("unpaced", downloads.Unpaced);
        json.WriteEndObject();
    }

    /// <summary>Those who suffer most come first, because they are what the reader looks for; then those who are limited.</summary>
    private static IEnumerable<PageVisitor> Sorted(PageData data) =>
        from visitor in data.Visitors
        let figures = visitor.Figures
        orderby visitor.Harm descending, visitor.Cause is null, data.HasNames ? figures.Name : "", figures.Number
        select visitor;
}

/// <summary>What the reader of the page's data asks for.</summary>
/// <param name="After">Number of the last point of history that the reader has; 0 for none.</param>
/// <param name="Visitor">The number of the visitor whose history the reader asks for; null for none.</param>
/// <param name="OfAll">Whether the reader asks for the history of all visitors.</param>
public readonly record struct PageRequest(long After = 0, long? Visitor = null, bool OfAll = false)
{
    /// <summary>The last point that the reader has of a visitor's history; null if it does not ask for it.</summary>
    internal long? HistoryOf(int visitor) => OfAll || visitor == Visitor ? After : null;
}
