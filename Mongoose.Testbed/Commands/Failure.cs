namespace Mongoose.Testbed.Commands;

/// <summary>How the tool says that it cannot go on.</summary>
internal static class Failure
{
    /// <summary>One line on standard error for each line of the message; returns the exit code.</summary>
    public static int Tell(Exception exception, int code) => Tell(exception.Message, code);

    /// <inheritdoc cref="Tell(Exception, int)"/>
    public static int Tell(string message, int code)
    {
        foreach (string line in message.Split('\n'))
            Console.Error.WriteLine($"mongoose-testbed: {line}");
        return code;
    }
}
