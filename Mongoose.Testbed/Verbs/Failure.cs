namespace Mongoose.Testbed.Verbs;

/// <summary>How the tool says that it cannot go on, or not with all.</summary>
internal static class Failure
{
    /// <summary>One line on standard error for each line of the message; returns the exit code.</summary>
    public static int Tell(Exception exception, int code) => Tell(exception.Message, code);

    /// <inheritdoc cref="Tell(Exception, int)"/>
    public static int Tell(string message, int code) => Tell(message.Split('\n'), code);

    /// <summary>One line on standard error for each problem; returns the exit code.</summary>
    public static int Tell(IEnumerable<string> problems, int code)
    {
        foreach (string problem in problems)
            Console.Error.WriteLine($"mongoose-testbed: {problem}");
        return code;
    }
}
