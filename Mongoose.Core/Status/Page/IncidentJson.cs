using System.Buffers;
using System.Text.Json;
using Mongoose.Core.Status.Incidents;

namespace Mongoose.Core.Status.Page;

/// <summary>Writes an incident: in the data of the status page, or as a file that can be sent.</summary>
public static class IncidentJson
{
    private const string Schema = "mongoose-incident/1";

    /// <summary>An incident as a file, with the minute before it, in UTF-8.</summary>
    /// <param name="version">The versions of Mongoose and of OpenSimulator, in one line.</param>
    public static byte[] File(Incident incident, string version, bool withNames)
    {
        ArrayBufferWriter<byte> buffer = new();
        using (Utf8JsonWriter json = new(buffer, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteString("schema", Schema);
            json.WriteString("version", version);
            WriteFigures(json, incident, withNames);
            json.WriteList("causes", incident.Causes, cause =>
            {
                json.WriteStartObject();
                json.WriteNumber("seconds", cause.Seconds);
                json.WritePropertyName("finding");
                FindingJson.Write(json, cause.Worst);
                json.WriteEndObject();
            });
            json.WriteList("minute", incident.Minute, moment => WriteMoment(json, moment, incident, withNames));
            json.WriteEndObject();
        }
        return buffer.WrittenSpan.ToArray();
    }

    internal static void Write(Utf8JsonWriter json, Incident incident, bool withNames)
    {
        json.WriteStartObject();
        WriteFigures(json, incident, withNames);
        json.WriteEndObject();
    }

    private static void WriteFigures(Utf8JsonWriter json, Incident incident, bool withNames)
    {
        json.WriteNumber("id", incident.Id);
        json.WriteNumber("began", incident.Began);
        json.WriteFigure("seconds", incident.Length.Seconds);
        json.WriteBoolean("isOver", incident.IsOver);
        json.WriteString("by", incident.Finding.Cause.Name);
        json.WriteString("part", incident.Finding.PartName);
        json.WriteString("title", incident.Finding.Title);
        json.WriteString("region", incident.Finding.Region);
        json.WriteNumber("harmed", incident.Harmed);
        if (incident.IsOfSimulator)
            json.WriteNull("visitors");
        else
            json.WriteList("visitors", incident.Visitors, json.WriteNumberValue);
        json.WriteList("avatars", incident.Avatars, json.WriteNumberValue);
        json.WriteString("sentence", incident.Finding.Sentence);
        json.WriteList("changes", incident.Changes.Select(change => change.Line(withNames)), json.WriteStringValue);
        json.WriteBoolean("sure", incident.Finding.IsSure);
    }

    private static void WriteMoment(Utf8JsonWriter json, Moment moment, Incident incident, bool withNames)
    {
        json.WriteStartObject();
        json.WriteFigure("second", (moment.At - incident.BeganAt).Seconds);
        ProcessJson.WriteFigures(json, moment.Process);
        json.WriteList("regions", moment.Regions, region =>
        {
            json.WriteStartObject();
            json.WriteString("name", region.Name);
            RegionJson.WriteSimulation(json, region.Health);
            json.WriteList("scripts", region.Scripts, script => RegionJson.Write(json, script));
            json.WriteEndObject();
        });
        json.WriteList("visitors", moment.Visitors, visitor => Write(json, visitor, withNames));
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, VisitorMoment visitor, bool withName)
    {
        json.WriteStartObject();
        json.WriteNumber("id", visitor.Number);
        json.WriteNumber("avatar", visitor.Avatar);
        json.WriteString("name", withName ? visitor.Name : null);
        json.WriteString("by", VisitorJson.NameOf(visitor.Cause));
        json.WriteFigure("harmPercent", 100 * visitor.Harm);
        json.WriteFigure("requestedKbps", visitor.Requested?.KilobitsPerSecond);
        json.WriteFigure("pathKbps", visitor.Path?.KilobitsPerSecond);
        json.WriteFigure("usedKbps", visitor.Used.KilobitsPerSecond);
        json.WriteFigure("downloadKbps", visitor.Downloads?.KilobitsPerSecond);
        json.WriteEndObject();
    }
}
