namespace Mongoose.Server.Console;

/// <summary>The name of a visitor as an operator types it, in any case.</summary>
internal static class TypedName
{
    private const int MaxSimilar = 5;

    /// <summary>Whether the typed name is that of a visitor.</summary>
    public static bool Is(string typed, string name) => name.Equals(typed, StringComparison.OrdinalIgnoreCase);

    /// <summary>The answer, one line, if no visitor has the typed name: it lists up to five names that are like it.</summary>
    /// <param name="kind">What no circuit of that name has; empty if there is no circuit.</param>
    /// <param name="names">The names of all visitors.</param>
    public static string NotFound(string typed, string kind, IEnumerable<string> names)
    {
        IEnumerable<string> similar =
            (from name in names.Distinct()
             let likeness = Likeness(typed, name)
             where likeness > 0 && !Is(typed, name)
             orderby likeness descending, name
             select name).Take(MaxSimilar);
        string list = string.Join(", ", similar);
        // Without a full stop behind the last name, which is there to be copied.
        return $"No circuit for {typed}{kind}.{(list.Length > 0 ? $" Names like it: {list}" : "")}";
    }

    /// <summary>3 if first and last name begin as typed, 2 if only the first one does, 1 if only the last one does, otherwise 0.</summary>
    private static int Likeness(string typed, string name)
    {
        string[] asked = typed.Split(' '), words = name.Split(' ');
        return (Begins(words[0], asked[0]) ? 2 : 0) + (Begins(words[^1], asked[^1]) ? 1 : 0);

        static bool Begins(string word, string with) => word.StartsWith(with, StringComparison.OrdinalIgnoreCase);
    }
}
