using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Server.Configuration;

/// <summary>Reads typed keys of one INI section. A missing key has its default; a bad value is reported and has its default too.</summary>
/// <param name="section">Its name, for reports.</param>
/// <param name="value">The text of a key, null where there is none.</param>
/// <param name="warn">Takes reports, each of one line.</param>
internal sealed class SettingsReader(string section, Func<string, string?> value, Action<string> warn)
{
    private readonly List<string> _known = [];

    /// <summary>As OpenSim reads a switch.</summary>
    public bool Boolean(string key, bool defaultValue) => Choice(key, defaultValue, Booleans(true, false));

    public int Integer(string key, int defaultValue, int min, int max) =>
        Given(key) is not { } text ? defaultValue
        : int.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out int number) && number >= min && number <= max ? number
        : Refuse(key, text, $"{min} to {max}", defaultValue, Text(defaultValue));

    /// <summary>As <see cref="Integer"/>, or 0 for "none".</summary>
    public int IntegerOrNone(string key, int min, int max) =>
        Given(key) is not { } text ? 0
        : int.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out int number)
            && (number == 0 || number >= min && number <= max) ? number
        : Refuse(key, text, $"0, or {min} to {max}", 0, "0");

    public Duration Milliseconds(string key, Duration defaultValue, Duration min, Duration max) =>
        Given(key) is not { } text ? defaultValue
        : double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double number)
            && number >= min.Milliseconds && number <= max.Milliseconds ? Duration.FromMilliseconds(number)
        : Refuse(key, text, $"{Text(min.Milliseconds)} to {Text(max.Milliseconds)} ms", defaultValue, Text(defaultValue.Milliseconds));

    public T Choice<T>(string key, T defaultValue, params (string Name, T Value)[] choices)
    {
        if (Given(key) is not { } text)
            return defaultValue;
        foreach ((string name, T choice) in choices)
        {
            if (name.Equals(text, StringComparison.OrdinalIgnoreCase))
                return choice;
        }
        string used = choices.First(choice => EqualityComparer<T>.Default.Equals(choice.Value, defaultValue)).Name;
        return Refuse(key, text, string.Join(", ", choices.Select(choice => choice.Name)), defaultValue, used);
    }

    /// <summary>The names of the two choices of a switch.</summary>
    public static (string Name, T Value)[] Booleans<T>(T on, T off) =>
        [("true", on), ("false", off), ("yes", on), ("no", off), ("on", on), ("off", off), ("1", on), ("0", off)];

    /// <summary>Reports keys that nothing has read, each with the known one that is nearest to it.</summary>
    public void WarnOfUnknown(IEnumerable<string> keys)
    {
        foreach (string key in keys.Where(key => !_known.Contains(key, StringComparer.OrdinalIgnoreCase)))
            warn($"[{section}] {key}: there is no such key; did you mean {_known.MinBy(known => EditDistance.Between(known, key))}?");
    }

    public static string Text(double value) => value.ToString("0.###", CultureInfo.InvariantCulture);

    private string? Given(string key)
    {
        _known.Add(key);
        string? text = value(key)?.Trim();
        if (text is { Length: 0 })
            warn($"[{section}] {key} has no value; using its default");
        return text is { Length: > 0 } ? text : null;
    }

    private T Refuse<T>(string key, string text, string allowed, T defaultValue, string used)
    {
        warn($"[{section}] {key} = {text}: allowed are {allowed}; using {used}");
        return defaultValue;
    }
}
