namespace Microsoft.Extensions.Logging;

public enum LogLevel
{
    None = 6,
}
