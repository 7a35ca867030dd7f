using System.Globalization;
using System.Text.Json;
using Mongoose.Network.Queues;

namespace Mongoose.Testbed.Scenarios.Json;

/// <summary>
/// Reads one JSON object key by key and notes what is wrong, so that all problems of a file are told at once. A reader returns its default
/// where it noted a problem. <see cref="End"/> notes keys that nobody asked for.
/// </summary>
internal sealed class JsonSection
{
    private readonly JsonElement _element;
    private readonly List<JsonProblem> _problems;
    private readonly HashSet<string> _known = [];

    public JsonSection(JsonElement element, string path, List<JsonProblem> problems)
    {
        _element = element;
        Path = path;
        _problems = problems;
        if (element.ValueKind != JsonValueKind.Object)
            _problems.Add(new JsonProblem(path, Show(element), "an object is allowed here"));
    }

    public string Path { get; }

    public bool Has(string key) => TryGet(key, out _);

    /// <summary>The keys that stand in the section.</summary>
    public IEnumerable<string> Keys =>
        _element.ValueKind == JsonValueKind.Object ? _element.EnumerateObject().Select(entry => entry.Name) : [];

    public double Number(string key, double initial, double least, double most, string unit = "") =>
        OptionalNumber(key, least, most, unit) ?? initial;

    public double? OptionalNumber(string key, double least, double most, string unit = "")
    {
        if (!TryGet(key, out JsonElement value))
            return null;
        if (value.ValueKind == JsonValueKind.Number && value.TryGetDouble(out double number) && number >= least && number <= most)
            return number;
        Wrong(key, value, $"allowed are {Text(least)} to {Text(most)} {unit}".TrimEnd());
        return null;
    }

    public double RequiredNumber(string key, double least, double most, string unit = "")
    {
        Require(key);
        return OptionalNumber(key, least, most, unit) ?? least;
    }

    public int Whole(string key, int initial, int least, int most, string unit = "") =>
        (int)WholeOrNull(key, least, most, unit).GetValueOrDefault(initial);

    public long? WholeOrNull(string key, long least, long most, string unit = "")
    {
        if (OptionalNumber(key, least, most, unit) is not { } number)
            return null;
        if (number == Math.Truncate(number))
            return (long)number;
        Wrong(key, _element.GetProperty(key), "allowed are whole numbers");
        return null;
    }

    public bool Flag(string key, bool initial)
    {
        if (!TryGet(key, out JsonElement value))
            return initial;
        if (value.ValueKind is JsonValueKind.True or JsonValueKind.False)
            return value.GetBoolean();
        Wrong(key, value, "allowed are true and false");
        return initial;
    }

    public string? OptionalText(string key)
    {
        if (!TryGet(key, out JsonElement value))
            return null;
        if (value.ValueKind == JsonValueKind.String)
            return value.GetString();
        Wrong(key, value, "a text is allowed here");
        return null;
    }

    public string RequiredText(string key)
    {
        Require(key);
        return OptionalText(key) ?? "";
    }

    /// <summary>One of a few words.</summary>
    public string Choice(string key, string initial, params string[] allowed)
    {
        string? text = OptionalText(key);
        if (text is null || allowed.Contains(text))
            return text ?? initial;
        Wrong(key, _element.GetProperty(key), $"allowed are {string.Join(", ", allowed)}");
        return initial;
    }

    /// <summary>Texts, or one alone.</summary>
    public string[] Texts(string key)
    {
        if (!TryGet(key, out JsonElement value))
            return [];
        if (value.ValueKind == JsonValueKind.String)
            return [value.GetString()!];
        if (value.ValueKind == JsonValueKind.Array && value.EnumerateArray().All(item => item.ValueKind == JsonValueKind.String))
            return value.EnumerateArray().Select(item => item.GetString()!).ToArray();
        Wrong(key, value, "a list of texts is allowed here");
        return [];
    }

    public double[] Numbers(string key, double least, double most, string unit = "")
    {
        if (!TryGet(key, out JsonElement value))
            return [];
        if (value.ValueKind == JsonValueKind.Array && value.EnumerateArray().All(item =>
            item.ValueKind == JsonValueKind.Number && item.GetDouble() >= least && item.GetDouble() <= most))
            return value.EnumerateArray().Select(item => item.GetDouble()).ToArray();
        Wrong(key, value, $"a list of numbers is allowed here, each {Text(least)} to {Text(most)} {unit}".TrimEnd());
        return [];
    }

    /// <summary>Whole numbers, or one alone.</summary>
    public IReadOnlyList<int> Wholes(string key, IReadOnlyList<int> initial, int least, int most, string unit = "")
    {
        if (!TryGet(key, out JsonElement value))
            return initial;
        JsonElement[] items = value.ValueKind == JsonValueKind.Array ? [.. value.EnumerateArray()] : [value];
        if (items.Length > 0 && items.All(IsAllowed))
            return items.Select(item => item.GetInt32()).ToArray();
        Wrong(key, value, $"allowed are {least} to {most} {unit}".TrimEnd() + ", whole numbers, one or a list");
        return initial;

        bool IsAllowed(JsonElement item) =>
            item.ValueKind == JsonValueKind.Number && item.TryGetInt32(out int whole) && whole >= least && whole <= most;
    }

    /// <summary>Null when the key is not there.</summary>
    public JsonSection? Section(string key) =>
        TryGet(key, out JsonElement value) ? new JsonSection(value, $"{Path}.{key}", _problems) : null;

    public IReadOnlyList<JsonSection> Sections(string key)
    {
        if (!TryGet(key, out JsonElement value))
            return [];
        if (value.ValueKind == JsonValueKind.Array)
            return value.EnumerateArray().Select((item, i) => new JsonSection(item, $"{Path}.{key}[{i}]", _problems)).ToArray();
        Wrong(key, value, "a list is allowed here");
        return [];
    }

    /// <summary>The value as it stands, for readers of their own; null when the key is not there.</summary>
    public JsonElement? Element(string key) => TryGet(key, out JsonElement value) ? value : null;

    /// <summary>
    /// Makes something of what was read; what its maker does not allow is noted with the key, or with the section as a whole.
    /// </summary>
    public T? Make<T>(string? key, Func<T> make)
        where T : class
    {
        try
        {
            return make();
        }
        catch (Exception e) when (e is ArgumentException or InvalidDataException or QueueOptionsException or JsonException)
        {
            Problem(key, e.Message);
            return null;
        }
    }

    /// <summary>Notes that the key is missing.</summary>
    public void Require(string key)
    {
        if (!Has(key))
            _problems.Add(new JsonProblem($"{Path}.{key}", null, "is missing"));
    }

    /// <summary>Notes a problem that the reader of this section found, with a key or with the section as a whole.</summary>
    public void Problem(string? key, string reason)
    {
        if (key is not null && TryGet(key, out JsonElement value))
            Wrong(key, value, reason);
        else
            _problems.Add(new JsonProblem(key is null ? Path : $"{Path}.{key}", null, reason));
    }

    /// <summary>Call it when all has been read: what is left are unknown keys, and those that are there twice.</summary>
    public void End()
    {
        foreach (string key in Keys.GroupBy(key => key).Where(same => same.Count() > 1).Select(same => same.Key))
            _problems.Add(new JsonProblem($"{Path}.{key}", null, "is there more than once"));
        string known = string.Join(", ", _known.Order(StringComparer.Ordinal));
        foreach (string key in Keys.Where(key => !_known.Contains(key)))
            _problems.Add(new JsonProblem($"{Path}.{key}", null, $"unknown key; allowed are {known}"));
    }

    private bool TryGet(string key, out JsonElement value)
    {
        _known.Add(key);
        value = default;
        return _element.ValueKind == JsonValueKind.Object
            && _element.TryGetProperty(key, out value)
            && value.ValueKind != JsonValueKind.Null;
    }

    private void Wrong(string key, JsonElement value, string reason) =>
        _problems.Add(new JsonProblem($"{Path}.{key}", Show(value), reason));

    private static string Show(JsonElement value)
    {
        const int longest = 60;
        string text = value.GetRawText().ReplaceLineEndings(" ");
        return text.Length <= longest ? text : text[..longest] + "...";
    }

    private static string Text(double value) => value.ToString("0.######", CultureInfo.InvariantCulture);
}
