using System.Collections.Concurrent;

namespace log4net;

public interface ILog
{
    void Info(object message);

    void Warn(object message);

    void Error(object message);

    void Error(object message, Exception exception);
}

public sealed class LogManager
{
    private LogManager()
    {
    }

    public static ILog GetLogger(Type type) => new Recorder();

    private sealed class Recorder : ILog
    {
        public void Info(object message) => LogBook.Write("INFO", message);

        public void Warn(object message) => LogBook.Write("WARN", message);

        public void Error(object message) => LogBook.Write("ERROR", message);

        public void Error(object message, Exception exception) => LogBook.Write("ERROR", message);
    }
}

/// <summary>For tests: the logged lines.</summary>
public static class LogBook
{
    private static readonly ConcurrentQueue<string> Written = new();

    /// <summary>The lines, each preceded by its level.</summary>
    public static IReadOnlyList<string> Lines => [.. Written];

    /// <summary>Whether logging throws.</summary>
    public static bool IsBroken { get; set; }

    public static void Clear()
    {
        Written.Clear();
        IsBroken = false;
    }

    internal static void Write(string level, object message)
    {
        if (IsBroken)
            throw new IOException("the log is broken");
        Written.Enqueue($"{level} {message}");
    }
}
