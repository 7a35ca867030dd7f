using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Server.Configuration;

/// <summary>Reads typed keys of one INI section. A missing key is its default; a bad value is reported and is its default too.</summary>
/// <param name="section">Its name, for reports.</param>
/// <param name="value">The text of a key, null where there is none.</param>
/// <param name="warn">Takes reports, each of one line.</param>
internal sealed class SettingsReader(string section, Func<string, string?> value, Action<string> warn)
{
    public bool Flag(string key, bool initial) => Choice(key, initial, ("true", true), ("false", false));

    public int Whole(string key, int initial, int least, int most) =>
        Given(key) is not { } text ? initial
        : int.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out int number) && number >= least && number <= most ? number
        : Refuse(key, text, $"{least} to {most}", initial, Text(initial));

    /// <summary>As <see cref="Whole"/>, or 0 for "none".</summary>
    public int WholeOrNone(string key, int least, int most) =>
        Given(key) is not { } text ? 0
        : int.TryParse(text, NumberStyles.Integer, CultureInfo.InvariantCulture, out int number)
            && (number == 0 || number >= least && number <= most) ? number
        : Refuse(key, text, $"0, or {least} to {most}", 0, "0");

    public Duration Milliseconds(string key, Duration initial, Duration least, Duration most) =>
        Given(key) is not { } text ? initial
        : double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double number)
            && number >= least.Milliseconds && number <= most.Milliseconds ? Duration.FromMilliseconds(number)
        : Refuse(key, text, $"{Text(least.Milliseconds)} to {Text(most.Milliseconds)} ms", initial, Text(initial.Milliseconds));

    public T Choice<T>(string key, T initial, params (string Name, T Value)[] choices)
    {
        if (Given(key) is not { } text)
            return initial;
        foreach ((string name, T choice) in choices)
        {
            if (name.Equals(text, StringComparison.OrdinalIgnoreCase))
                return choice;
        }
        string used = choices.First(choice => EqualityComparer<T>.Default.Equals(choice.Value, initial)).Name;
        return Refuse(key, text, string.Join(", ", choices.Select(choice => choice.Name)), initial, used);
    }

    public static string Text(double value) => value.ToString("0.###", CultureInfo.InvariantCulture);

    private string? Given(string key) => value(key)?.Trim() is { Length: > 0 } text ? text : null;

    private T Refuse<T>(string key, string text, string allowed, T initial, string used)
    {
        warn($"[{section}] {key} = {text}: allowed are {allowed}; using {used}");
        return initial;
    }
}
