using System.Runtime.InteropServices;

namespace Mongoose.Runtime.CommandLine;

/// <summary>The text of an exception for users.</summary>
public static class Fault
{
    /// <summary>
    /// Whether the host is the cause, such as a full disk, a missing right or no free file descriptor: then the message is for the user,
    /// and a trace would not help. Types of assemblies that may not be loaded yet are not named here: a host without free descriptors
    /// could not load them.
    /// </summary>
    public static bool IsOfHost(Exception exception) => CauseOf(exception)
        is IOException or UnauthorizedAccessException or NotSupportedException or OutOfMemoryException
        or ExternalException; // The base of SocketException and Win32Exception.

    /// <summary>One line. The type of an exception that no user can cause helps those who mend the program.</summary>
    public static string TextOf(Exception exception) =>
        IsOfHost(exception) ? CauseOf(exception).Message.ReplaceLineEndings(" ").Trim() : NamedTextOf(exception);

    /// <summary>A line that says what happened, then for a fault of the program the lines of its stack trace.</summary>
    /// <param name="what">The failed task; empty, or text that ends with a colon and a space.</param>
    /// <param name="exception">The cause.</param>
    public static IReadOnlyList<string> Lines(string what, Exception exception) =>
        [what + TextOf(exception), .. IsOfHost(exception) ? [] : TraceOf(exception)];

    private static string NamedTextOf(Exception exception) => $"{exception.GetType().Name}: {exception.Message}".ReplaceLineEndings(" ");

    /// <summary>Inner exceptions come first, as in <see cref="Exception.ToString"/>, but each message is one line.</summary>
    private static string[] TraceOf(Exception exception) =>
    [
        .. InnerOf(exception).SelectMany(TraceOfInner),
        .. (exception.StackTrace ?? "").ReplaceLineEndings("\n").Split('\n', StringSplitOptions.RemoveEmptyEntries),
    ];

    private static string[] TraceOfInner(Exception inner) =>
        [$" ---> {NamedTextOf(inner)}", .. TraceOf(inner), "   --- End of inner exception stack trace ---"];

    private static IEnumerable<Exception> InnerOf(Exception exception) => exception switch
    {
        AggregateException several => several.InnerExceptions,
        { InnerException: { } inner } => [inner],
        _ => [],
    };

    private static Exception CauseOf(Exception exception) =>
        exception is TypeInitializationException { InnerException: { } inner } ? CauseOf(inner) : exception;
}
