namespace Mongoose.Testbed.Results;

/// <summary>Name patterns in which * matches any text, including none. Patterns are case-sensitive.</summary>
internal static class NamePattern
{
    public static bool Matches(string pattern, string name)
    {
        string[] parts = pattern.Split('*');
        if (parts.Length == 1)
            return pattern == name;
        if (!name.StartsWith(parts[0], StringComparison.Ordinal))
            return false;
        int at = parts[0].Length;
        foreach (string part in parts[1..^1])
        {
            int found = name.IndexOf(part, at, StringComparison.Ordinal);
            if (found < 0)
                return false;
            at = found + part.Length;
        }
        return name.Length - at >= parts[^1].Length && name.EndsWith(parts[^1], StringComparison.Ordinal);
    }
}
