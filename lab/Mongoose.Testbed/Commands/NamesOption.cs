using System.CommandLine;

namespace Mongoose.Testbed.Commands;

/// <summary>An option whose value is one or more of the allowed names, separated by commas.</summary>
internal static class NamesOption
{
    /// <param name="name">The option's name, with its dashes.</param>
    /// <param name="description">The beginning of the description in the help: the kind of things named.</param>
    /// <param name="allowed">The names.</param>
    /// <param name="usual">The default, for the help; without the option the value is null or empty.</param>
    public static Option<string[]> Create(string name, string description, IEnumerable<string> allowed, string usual) => new(name)
    {
        Description = $"{description}, separated by commas: {string.Join(", ", allowed)} [default: {usual}]",
        HelpName = "names",
        AllowMultipleArgumentsPerToken = true,
        CustomParser = result =>
        {
            string[] names = result.Tokens.SelectMany(token => token.Value.Split(',')).Distinct().ToArray();
            if (names.Except(allowed).FirstOrDefault() is { } unknown)
                result.AddError($"{name} {unknown}: allowed are {string.Join(", ", allowed)}");
            return names;
        },
    };
}
