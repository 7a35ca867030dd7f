using Mongoose.Core.Units;

namespace Mongoose.Server.Status.Health;

/// <summary>
/// Pages of the process's memory that were on a disk when a thread needed them, so that the thread had to wait: swapped out, or code that
/// the host had dropped. Linux calls these waits major faults.
/// </summary>
internal sealed class ReadPages(HostFiles files)
{
    /// <summary>The place of the number in /proc/self/stat, after the program's name, which may have blanks.</summary>
    private const int Column = 9;

    private long? _before;

    /// <summary>Pages per second since the last call; null at the first, or if the host does not tell.</summary>
    /// <param name="elapsed">The time since the last call.</param>
    public double? Take(Duration elapsed)
    {
        long? now = Read(), before = _before;
        _before = now;
        return elapsed > Duration.Zero && now - before is { } pages ? Math.Max(0, pages) / elapsed.Seconds : null;
    }

    private long? Read()
    {
        string? text = files.Read("/proc/self/stat");
        string[] words = text?[(text.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries) ?? [];
        return words.Length > Column ? HostFiles.Number(words[Column]) : null;
    }
}
