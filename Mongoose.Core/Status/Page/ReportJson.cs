using System.Buffers;
using System.Text.Json;

namespace Mongoose.Core.Status.Page;

/// <summary>
/// Writes one file for a bug report: the settings, and the page's data with the history of every visitor and all incidents.
/// </summary>
public static class ReportJson
{
    private const string Schema = "mongoose-report/1";

    /// <summary>The file, as JSON in UTF-8.</summary>
    /// <param name="data">The page's data; it decides whether the file has names of visitors.</param>
    /// <param name="settings">The settings in use.</param>
    public static byte[] Write(PageData data, IEnumerable<(string Key, string Value)> settings)
    {
        ArrayBufferWriter<byte> buffer = new();
        using (Utf8JsonWriter json = new(buffer))
        {
            json.WriteStartObject();
            json.WriteString("schema", Schema);
            json.WriteStartObject("settings");
            foreach ((string key, string value) in settings)
                json.WriteString(key, value);
            json.WriteEndObject();
            json.WritePropertyName("data");
            json.WriteRawValue(PageJson.Write(data, new PageRequest(OfAll: true)));
            json.WriteList("incidents", data.Incidents,
                incident => json.WriteRawValue(IncidentJson.File(incident, data.Status, data.HasNames)));
            json.WriteEndObject();
        }
        return buffer.WrittenSpan.ToArray();
    }
}
