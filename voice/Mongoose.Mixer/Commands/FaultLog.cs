using System.Globalization;
using Mongoose.Runtime.Output;

namespace Mongoose.Mixer.Commands;

/// <summary>Appends the errors that stop peers to a file, with time and stack trace, so that the console needs one line of each.</summary>
/// <param name="path">The file; null for none: the console then gets the stack traces too.</param>
/// <param name="clock">The time of the host.</param>
internal sealed class FaultLog(string? path, Func<DateTimeOffset> clock)
{
    /// <summary>Checks whether the file can be written.</summary>
    /// <exception cref="OutputException">It cannot; the message names it.</exception>
    public void Check()
    {
        if (path is not null)
            OutputFile.CheckWritable(path);
    }

    /// <summary>Takes an error.</summary>
    /// <param name="fault">What happened to which peer, then the lines of the stack trace.</param>
    /// <returns>The lines for the console: all of them if the file cannot be written.</returns>
    public IEnumerable<string> Add(IReadOnlyList<string> fault)
    {
        if (path is null)
            return fault;
        try
        {
            string time = clock().UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
            OutputFile.Append(path, $"{time} {string.Join('\n', fault)}\n");
            return fault.Take(1);
        }
        catch (OutputException exception)
        {
            return [.. fault, exception.Message];
        }
    }
}
