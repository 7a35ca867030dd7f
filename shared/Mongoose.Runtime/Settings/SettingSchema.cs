using System.Text.Json;
using System.Text.Json.Nodes;
using Mongoose.Core.Settings;
using Mongoose.Runtime.Output;

namespace Mongoose.Runtime.Settings;

/// <summary>The JSON schema of files that are read into a record, which editors use to complete and check them.</summary>
public sealed class SettingSchema
{
    private readonly JsonObject _definitions = [];

    private SettingSchema()
    {
    }

    /// <param name="record">The record that declares the settings.</param>
    /// <param name="title">The title of the schema: what kind of file it describes.</param>
    public static string Write(Type record, string title)
    {
        SettingSchema schema = new();
        JsonObject root = new() { ["$schema"] = "https://json-schema.org/draft/2020-12/schema", ["title"] = title };
        foreach ((string key, JsonNode? value) in schema.Section(record))
            root[key] = value?.DeepClone();
        root["$defs"] = schema._definitions;
        return JsonFile.Serialise(root, JsonFile.Options(decimals: null));
    }

    private JsonObject Section(Type record)
    {
        JsonObject properties = [];
        foreach ((Setting setting, object? value) in Setting.Flat(record, Setting.Initial(record)))
            properties[setting.Key] = Property(setting, value);
        JsonArray required = new(Required(record).Select(key => (JsonNode)key).ToArray());
        JsonObject section = new() { ["type"] = "object", ["properties"] = properties, ["additionalProperties"] = false };
        if (required.Count > 0)
            section["required"] = required;
        return section;
    }

    /// <summary>The keys that a section of every kind needs. The keys of an inlined record may belong to one kind alone.</summary>
    private static IEnumerable<string> Required(Type record) => Setting.All(record).Where(setting => setting.Of is null)
        .SelectMany<Setting, string>(setting =>
            setting.IsInlined ? Required(setting.SectionType) : setting.Declared.IsRequired ? [setting.Key] : []);

    private JsonObject Property(Setting setting, object? value)
    {
        JsonObject item = setting.IsSection ? Reference(setting.SectionType) : Value(setting);
        JsonObject property = setting.Declared.NamedBy is not null ? new() { ["type"] = "object", ["additionalProperties"] = item }
            : !setting.IsList ? item
            : setting.Declared.OrOne
            ? new() { ["anyOf"] = new JsonArray(item, new JsonObject { ["type"] = "array", ["items"] = item.DeepClone() }) }
            : new() { ["type"] = "array", ["items"] = item };
        property["description"] = setting.Declared.Unit.Length > 0
            ? $"{setting.Declared.Text} ({setting.Declared.Unit})" : setting.Declared.Text;
        if (!setting.IsList && !setting.IsSection
            && !setting.Declared.IsRequired && SettingValue.Show(setting, value) is { Length: > 0 } shown)
            property["default"] = setting.IsNumber
                ? SettingValue.NumberOf(setting, value ?? 0) : setting.IsBoolean ? shown == "true" : shown;
        return property;
    }

    private JsonObject Reference(Type record)
    {
        if (!_definitions.ContainsKey(record.Name))
        {
            _definitions[record.Name] = null;
            _definitions[record.Name] = Section(record);
        }
        return new JsonObject { ["$ref"] = $"#/$defs/{record.Name}" };
    }

    private static JsonObject Value(Setting setting)
    {
        SettingAttribute declared = setting.Declared;
        if (setting.ItemType == typeof(JsonElement))
            return [];
        JsonObject value = new()
        {
            ["type"] = setting.IsBoolean ? "boolean" : setting.IsInteger ? "integer" : setting.IsNumber ? "number" : "string",
        };
        if (setting.IsNumber && declared.Min > double.MinValue)
            value["minimum"] = declared.OrZero ? 0 : declared.Min;
        if (setting.IsNumber && declared.Max < long.MaxValue)
            value["maximum"] = declared.Max;
        if (setting.Names.Count > 0)
            value["enum"] = new JsonArray(setting.Names.Select(name => (JsonNode)name).ToArray());
        if (declared.Pattern is { } pattern)
            value["pattern"] = pattern;
        return value;
    }
}
