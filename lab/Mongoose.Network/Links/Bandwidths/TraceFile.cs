using System.Globalization;
using Mongoose.Runtime.Output;

namespace Mongoose.Network.Links.Bandwidths;

/// <summary>Traces in mahimahi's format: one line for each opportunity, its time in whole milliseconds since the start.</summary>
public static class TraceFile
{
    /// <exception cref="InvalidDataException">
    /// The file cannot be read or is not such a trace; the message contains path, line and reason.
    /// </exception>
    public static TraceBandwidth Read(string path)
    {
        List<int> milliseconds = [];
        try
        {
            foreach (string line in File.ReadLines(path))
                milliseconds.Add(Parse(line, milliseconds, path));
        }
        catch (Exception exception) when (PathFault.Is(exception))
        {
            throw new InvalidDataException($"trace {path}: {exception.Message}", exception);
        }
        if (milliseconds.Count == 0)
            throw new InvalidDataException($"trace {path}: is empty; needs one line for each opportunity, with its time in ms");
        if (milliseconds[^1] == 0)
            throw new InvalidDataException($"trace {path}, line {milliseconds.Count}: the last time must be above 0 ms");
        return new TraceBandwidth(milliseconds);
    }

    private static int Parse(string line, List<int> before, string path)
    {
        if (!int.TryParse(line, NumberStyles.None, CultureInfo.InvariantCulture, out int time))
            throw Malformed($"\"{Shortened(line)}\" is not a time; allowed are whole ms, 0 to {int.MaxValue}");
        if (before.Count > 0 && time < before[^1])
            throw Malformed($"{time} ms is before {before[^1]} ms of the line above");
        return time;

        InvalidDataException Malformed(string reason) => new($"trace {path}, line {before.Count + 1}: {reason}");
    }

    private static string Shortened(string text) => text.Length <= 20 ? text : text[..20] + "...";
}
