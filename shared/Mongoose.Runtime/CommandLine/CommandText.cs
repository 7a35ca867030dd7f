namespace Mongoose.Runtime.CommandLine;

/// <summary>A command line as results record it.</summary>
/// <param name="program">The name of the program.</param>
/// <param name="secrets">Options whose values are not recorded.</param>
public sealed class CommandText(string program, params string[] secrets)
{
    private const string Hidden = "***";

    /// <summary>The program and its arguments, quoted for a shell where needed, without the values of secret options.</summary>
    public string From(IReadOnlyList<string> arguments) => string.Join(' ', arguments
        .Select((argument, i) => i > 0 && secrets.Contains(arguments[i - 1]) ? Hidden : Quoted(WithoutSecret(argument)))
        .Prepend(program));

    /// <summary>An option and its value may be one argument, with = or : between them.</summary>
    private string WithoutSecret(string argument)
    {
        int end = argument.IndexOfAny(['=', ':']);
        return end > 0 && secrets.Contains(argument[..end]) ? argument[..(end + 1)] + Hidden : argument;
    }

    private static string Quoted(string argument) =>
        argument.Length > 0 && argument.All(NeedsNoQuotes) ? argument : $"'{argument.Replace("'", "'\\''")}'";

    private static bool NeedsNoQuotes(char letter) => char.IsAsciiLetterOrDigit(letter) || "-_./:=,+%@".Contains(letter);
}
