namespace Mongoose.Client.Commands;

/// <summary>A command line as results record it.</summary>
internal static class CommandText
{
    private const string Hidden = "***";

    /// <summary>The program and its arguments, without the password.</summary>
    public static string From(IReadOnlyList<string> arguments)
    {
        List<string> words = ["mongoose-bot"];
        bool isPassword = false;
        foreach (string argument in arguments)
        {
            words.Add(isPassword ? Hidden : Quoted(WithoutPassword(argument)));
            isPassword = IsPassword(argument);
        }
        return string.Join(' ', words);
    }

    private static bool IsPassword(string option) => option is "-password" or "--password";

    /// <summary>An option and its value may be one argument, with = or : between them.</summary>
    private static string WithoutPassword(string argument)
    {
        int end = argument.IndexOfAny(['=', ':']);
        return end > 0 && IsPassword(argument[..end]) ? argument[..(end + 1)] + Hidden : argument;
    }

    private static string Quoted(string argument) =>
        argument.Length > 0 && argument.All(c => char.IsAsciiLetterOrDigit(c) || "-_./:=,{}+%@".Contains(c)) ? argument : $"'{argument.Replace("'", "'\\''")}'";
}
