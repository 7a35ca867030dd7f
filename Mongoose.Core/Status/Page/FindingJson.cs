using System.Text.Json;
using Mongoose.Core.Status.Findings;

namespace Mongoose.Core.Status.Page;

/// <summary>Writes findings in the data of the status page.</summary>
internal static class FindingJson
{
    public static void Write(Utf8JsonWriter json, Finding finding)
    {
        json.WriteStartObject();
        json.WriteString("by", finding.Cause.Name);
        json.WriteString("part", finding.PartName);
        json.WriteString("title", finding.Title);
        json.WriteString("region", finding.Region);
        json.WriteNumber("harmed", finding.Harmed);
        json.WriteFigure("harm", finding.Harm);
        json.WriteFigure("missed", finding.Missed);
        json.WriteList("visitors", finding.Visitors, json.WriteNumberValue);
        json.WriteString("sentence", finding.Sentence);
        json.WriteString("advice", finding.Advice);
        json.WriteList("seen", finding.Seen, json.WriteStringValue);
        json.WriteBoolean("sure", finding.IsSure);
        json.WriteEndObject();
    }
}
