using System.Text.Json;
using Mongoose.Core.Settings;

namespace Mongoose.Runtime.Settings;

/// <summary>An object of a JSON file, whose keys are settings. All problems of a file go into one list, to be reported together.</summary>
public sealed class JsonSource : SettingSource
{
    private readonly JsonElement _element;
    private readonly string _path, _folder;
    private readonly List<SettingProblem> _problems;

    /// <param name="element">The JSON element; one that is not an object is a problem.</param>
    /// <param name="path">The element's JSON path, <c>$</c> for the whole file.</param>
    /// <param name="folder">The folder of files named by settings.</param>
    public JsonSource(JsonElement element, string path, string folder, List<SettingProblem> problems)
    {
        (_element, _path, _folder, _problems) = (element, path, folder, problems);
        if (element.ValueKind != JsonValueKind.Object)
            Problem(null, "an object is allowed here");
    }

    protected override bool IsText => false;

    /// <summary>Reads a record from an object.</summary>
    /// <exception cref="SettingsException">The element is not an object, or contains an error.</exception>
    public static T Read<T>(JsonElement element, string path, T initial)
        where T : notnull
    {
        List<SettingProblem> problems = [];
        T read = new JsonSource(element, path, "", problems).Read(initial);
        return problems.Count == 0 ? read : throw new SettingsException(problems);
    }

    public override bool Has(string key) => Get(_element, key) is not null;

    public override string PathOf(string file) => Path.Combine(_folder, file);

    public override void Problem(string? place, string reason)
    {
        JsonElement? value = place is null || place.EndsWith(']') ? null : At(place);
        string path = place is null ? _path : $"{_path}.{place}";
        if (place is null && _element.ValueKind != JsonValueKind.Object)
            value = _element;
        // Rules may report a setting that was not read because of an earlier problem.
        if (place is null || _problems.All(problem => problem.Path != path))
            _problems.Add(new SettingProblem(path, value is { } shown ? Show(shown) : null, reason));
    }

    protected override object? Find(Setting setting)
    {
        if (Get(_element, setting.Key) is not { } value)
            return null;
        string path = $"{_path}.{setting.Key}";
        if (setting.Declared.NamedBy is not null)
            return Members(new JsonSource(value, path, _folder, _problems));
        if (setting.IsSection && !setting.IsList)
            return new JsonSource(value, path, _folder, _problems);
        if (setting.IsSection && value.ValueKind == JsonValueKind.Array)
            return value.EnumerateArray()
                .Select((item, i) => new NamedSource("", new JsonSource(item, $"{path}[{i}]", _folder, _problems))).ToArray();
        if (setting.IsList && (setting.IsSection || setting.ItemType == typeof(JsonElement)) && value.ValueKind != JsonValueKind.Array)
        {
            Problem(setting.Key, "a list is allowed here");
            return null;
        }
        return ValueOf(value, setting.ItemType == typeof(JsonElement));
    }

    /// <summary>A password is reported without its value.</summary>
    protected override void Refuse(Setting setting, string reason, string used)
    {
        if (setting.Declared.IsSecret)
            Problem(null, $"{setting.Key}: {reason}");
        else
            base.Refuse(setting, reason, used);
    }

    protected override void CheckKeys(IReadOnlyCollection<string> known)
    {
        CheckRepeated();
        foreach (string key in Keys(_element).Except(known))
            _problems.Add(new SettingProblem($"{_path}.{key}", null, UnknownKey.Reason(key, known)));
    }

    private void CheckRepeated()
    {
        foreach (IGrouping<string, string> same in Keys(_element).GroupBy(key => key).Where(same => same.Count() > 1))
            _problems.Add(new SettingProblem($"{_path}.{same.Key}", null, "occurs more than once"));
    }

    private NamedSource[] Members(JsonSource source)
    {
        source.CheckRepeated();
        return Keys(source._element)
            .Distinct().Select(name => new NamedSource(
                name, new JsonSource(source._element.GetProperty(name), $"{source._path}.{name}", _folder, _problems))).ToArray();
    }

    private static IEnumerable<string> Keys(JsonElement element) =>
        element.ValueKind == JsonValueKind.Object ? element.EnumerateObject().Select(entry => entry.Name) : [];

    private static object ValueOf(JsonElement value, bool isRaw) => value.ValueKind switch
    {
        JsonValueKind.Array => value.EnumerateArray().Select(item => isRaw ? item : ValueOf(item, false)).ToArray(),
        _ when isRaw => value,
        JsonValueKind.Number => value.GetDouble(),
        JsonValueKind.True or JsonValueKind.False => value.GetBoolean(),
        JsonValueKind.String => value.GetString()!,
        _ => value,
    };

    private static JsonElement? Get(JsonElement element, string key) =>
        element.ValueKind == JsonValueKind.Object
            && element.TryGetProperty(key, out JsonElement value) && value.ValueKind != JsonValueKind.Null
            ? value
            : null;

    /// <summary>The element at a path such as <c>flows[1].tcp</c>; null if there is none.</summary>
    private JsonElement? At(string place)
    {
        JsonElement? found = _element;
        foreach (string step in place.Replace("[", ".[", StringComparison.Ordinal).Split('.'))
        {
            if (found is not { } element)
                return null;
            found = step[0] != '[' ? Get(element, step)
                : element.ValueKind == JsonValueKind.Array && int.Parse(step[1..^1]) is var at && at < element.GetArrayLength()
                ? element[at]
                : null;
        }
        return found;
    }

    private static string Show(JsonElement value)
    {
        const int maxLength = 60;
        string text = value.GetRawText().ReplaceLineEndings(" ");
        return text.Length <= maxLength ? text : text[..maxLength] + "...";
    }
}
