using System.CommandLine;

namespace Mongoose.Testbed.Commands;

/// <summary>
/// Creates arguments that may be repeated. A word that looks like an option is refused, because it would otherwise be taken for a file.
/// </summary>
internal static class SeveralArguments
{
    /// <param name="name">The name in the help.</param>
    /// <param name="verb">The verb, for the error message.</param>
    /// <param name="description">The description in the help.</param>
    public static Argument<string[]> Create(string name, string verb, string description) => new(name)
    {
        Description = description,
        Arity = ArgumentArity.OneOrMore,
        Validators =
        {
            result =>
            {
                foreach (string word in result.Tokens.Select(token => token.Value)
                    .Where(value => value.StartsWith("--", StringComparison.Ordinal)))
                    result.AddError($"{word}: {verb} has no such option");
            },
        },
    };
}
