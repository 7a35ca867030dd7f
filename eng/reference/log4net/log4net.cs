using System;

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
    private LogManager() => throw null;

    public static ILog GetLogger(Type type) => throw null;
}
