using System.CommandLine;

namespace Mongoose.Runtime.CommandLine;

/// <summary>Options that take one of a few words; an error names the option, what was given and what is allowed.</summary>
public static class ChoiceOption
{
    public static Option<string> Create(string name, string description, string initial, IEnumerable<string> choices)
    {
        string[] allowed = [.. choices];
        return new Option<string>(name)
        {
            Description = $"{description} ({string.Join(", ", allowed)})",
            HelpName = "name",
            DefaultValueFactory = _ => initial,
            CustomParser = result =>
            {
                string given = result.Tokens.Count == 0 ? "" : result.Tokens[^1].Value;
                string? choice = Array.Find(allowed, word => word.Equals(given, StringComparison.OrdinalIgnoreCase));
                if (choice is null)
                    result.AddError($"{name} {given}: allowed are {string.Join(", ", allowed)}");
                return choice ?? initial;
            },
        };
    }
}
