namespace Mongoose.Testbed.Verbs;

/// <summary>How the tool says that it cannot go on, or not with all.</summary>
internal static class Failure
{
    /// <summary>One line on standard error for each line of the message; returns the exit code.</summary>
    public static int Report(Exception exception, int code) => Report(exception.Message, code);

    /// <inheritdoc cref="Report(Exception, int)"/>
    public static int Report(string message, int code) => Report(message.Split('\n'), code);

    /// <summary>One line on standard error for each problem; returns the exit code.</summary>
    public static int Report(IEnumerable<string> problems, int code)
    {
        foreach (string problem in problems)
            Console.Error.WriteLine($"mongoose-testbed: {problem}");
        return code;
    }
}
