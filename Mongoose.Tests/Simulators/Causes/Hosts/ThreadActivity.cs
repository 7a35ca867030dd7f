using System.Globalization;
using Mongoose.Runtime.Processes;

namespace Mongoose.Tests.Simulators.Causes.Hosts;

/// <summary>What Linux counts of a simulator's thread. Each frame of a region ends with a sleep of its heartbeat's thread.</summary>
internal static class ThreadActivity
{
    /// <summary>The ids of the threads whose name begins with a text.</summary>
    public static IEnumerable<int> ThreadsOf(int process, string name) => Directory.GetDirectories($"/proc/{process}/task")
        .Where(task => ProcStat.Read(task)?.Name.StartsWith(name, StringComparison.Ordinal) == true)
        .Select(task => int.Parse(Path.GetFileName(task), CultureInfo.InvariantCulture));

    /// <summary>How often the thread has gone to sleep.</summary>
    public static long Sleeps(int process, int thread)
    {
        const string key = "voluntary_ctxt_switches:";
        string line =
            File.ReadLines($"/proc/{process}/task/{thread}/status").Single(text => text.StartsWith(key, StringComparison.Ordinal));
        return long.Parse(line[key.Length..], CultureInfo.InvariantCulture);
    }
}
