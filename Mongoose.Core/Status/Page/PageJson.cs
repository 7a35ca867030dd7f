using System.Buffers;
using System.Text.Json;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.History;

namespace Mongoose.Core.Status.Page;

/// <summary>
/// Writes the data of the status page: JSON of the schema mongoose-status/2, which has all keys of mongoose-status/1 for one release more.
/// Rates are in kbit/s of 1000 bits.
/// </summary>
public static class PageJson
{
    private const string Schema = "mongoose-status/2";

    /// <summary>Writes the data in UTF-8.</summary>
    /// <param name="data">The data.</param>
    /// <param name="after">Number of the last point of history that the reader has; 0 for none.</param>
    public static byte[] Write(PageData data, long after)
    {
        ArrayBufferWriter<byte> buffer = new();
        using (Utf8JsonWriter json = new(buffer))
        {
            json.WriteStartObject();
            WriteHead(json, data);
            WriteCauses(json);
            WriteDownloads(json, data.Downloads);
            json.WriteList("regions", data.Regions, region => RegionJson.Write(json, region, after));
            json.WriteList("visitors", Sorted(data), visitor => VisitorJson.Write(json, visitor, after, data.HasNames));
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

    /// <summary>Writes the page's texts for each cause.</summary>
    private static void WriteCauses(Utf8JsonWriter json) => json.WriteList("causes", Cause.All, cause =>
    {
        json.WriteStartObject();
        json.WriteString("by", cause.Name);
        json.WriteString("title", cause.Title);
        json.WriteString("summary", cause.Summary);
        json.WriteString("evidence", cause.Evidence);
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

    /// <summary>Limited visitors first, because they are what the reader looks for.</summary>
    private static IEnumerable<PageVisitor> Sorted(PageData data) =>
        from visitor in data.Visitors
        let figures = visitor.Figures
        orderby figures.Limit == LimitedBy.Nothing, data.HasNames ? figures.Name : "", figures.Number
        select visitor;
}
