using System.Globalization;
using System.Text.Json.Nodes;

namespace Mongoose.TestKit.Files;

/// <summary>Reads tables as other programs do, by the names in their first line, and compares them with the JSON of the same run.</summary>
internal static class NamedRows
{
    public static Dictionary<string, string>[] Parse(string csv)
    {
        string[] lines = csv.Split('\n', StringSplitOptions.RemoveEmptyEntries), names = CsvLine.Fields(lines[0]);
        Assert.That(names, Is.Unique);
        return lines.Skip(1).Select(line =>
        {
            string[] fields = CsvLine.Fields(line);
            Assert.That(fields, Has.Length.EqualTo(names.Length), line);
            return names.Zip(fields).ToDictionary(field => field.First, field => field.Second);
        }).ToArray();
    }

    /// <summary>Every column has the value of the key of its name, such as p95RttMs for p95_rtt_ms, and every key has a column.</summary>
    /// <param name="json">The object with the same figures.</param>
    /// <param name="renamed">Keys with the column in which they are; a null for those that the table does not have.</param>
    public static void AreThoseOf(Dictionary<string, string> row, JsonObject json, params (string Key, string? Column)[] renamed)
    {
        Dictionary<string, string> expected = [];
        foreach ((string key, JsonNode? value) in json)
        {
            string? column = renamed.Any(name => name.Key == key) ? renamed.First(name => name.Key == key).Column : NameOf(key, row.Keys);
            if (column is not null)
                expected.Add(column, TextOf(value));
        }
        Assert.That(row.OrderBy(field => field.Key), Is.EqualTo(expected.OrderBy(field => field.Key)));
    }

    /// <summary>Every column has the value of a second in the column of its name in the JSON.</summary>
    /// <param name="json">An object with an array for each column.</param>
    /// <param name="index">Which of the array's values the row has.</param>
    public static void AreThoseOf(Dictionary<string, string> row, JsonObject json, int index) => AreThoseOf(row,
        new JsonObject(json.Select(column => KeyValuePair.Create(column.Key, column.Value![index]?.DeepClone()))));

    private static string NameOf(string key, IEnumerable<string> columns) =>
        columns.FirstOrDefault(column => column.Replace("_", "", StringComparison.Ordinal).Equals(key, StringComparison.OrdinalIgnoreCase))
            ?? $"no column for {key}";

    private static string TextOf(JsonNode? value) => value is null ? "" : value.GetValueKind() switch
    {
        System.Text.Json.JsonValueKind.Number => ((double)value).ToString(CultureInfo.InvariantCulture),
        System.Text.Json.JsonValueKind.True => "true",
        System.Text.Json.JsonValueKind.False => "false",
        _ => (string)value!,
    };
}
