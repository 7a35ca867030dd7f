namespace Mongoose.Testbed.Commands;

/// <summary>How the tool says that it cannot go on.</summary>
internal static class Failure
{
    /// <summary>One line on standard error for each line of the message; returns the exit code.</summary>
    public static int Tell(Exception exception, int code)
    {
        foreach (string line in exception.Message.Split('\n'))
            Console.Error.WriteLine($"mongoose-testbed: {line}");
        return code;
    }
}
