namespace Mongoose.Core.Status.Figures;

/// <summary>
/// Names, as console, page and files show them. Strangers choose the names of visitors and objects: a line break in one would forge a line
/// of the console, an escape sequence would change what stands beside it.
/// </summary>
public static class PlainName
{
    /// <summary>A character that operators can type, because commands take names as they are shown.</summary>
    private const char Replacement = '?';

    /// <summary>The characters, beside control characters, that end a line or turn the order of what follows.</summary>
    private const string Harmful = "\u2028\u2029\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069";

    /// <summary>A name in one line, with a question mark for each character that is more than text.</summary>
    public static string Of(string name) => name.Any(IsHarmful) ? string.Concat(name.Select(Plain)) : name;

    private static char Plain(char one) => IsHarmful(one) ? Replacement : one;

    private static bool IsHarmful(char one) => char.IsControl(one) || Harmful.Contains(one, StringComparison.Ordinal);
}
