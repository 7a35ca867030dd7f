using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Runtime.Output;

namespace Mongoose.Runtime.Processes;

/// <summary>The fields of a process or a thread in Linux's "stat" file (proc(5)).</summary>
/// <param name="Name">Truncated to 15 characters by the system.</param>
/// <param name="Parent">Id of the parent process.</param>
/// <param name="Used">Processor time, user plus system.</param>
/// <param name="UsedByEnded">Processor time of its children that have ended and were waited for.</param>
/// <param name="Start">When it started, in clock ticks since the host's start.</param>
public sealed record ProcStat(string Name, int Parent, Duration Used, Duration UsedByEnded, ulong Start)
{
    private const double TicksPerSecond = 100; // USER_HZ, the same on every architecture that .NET runs on.

    // Field indexes after the name, which may contain spaces and parentheses.
    private const int ParentField = 1, UserTimeField = 11, SystemTimeField = 12, EndedUserTimeField = 13, EndedSystemTimeField = 14,
        StartField = 19;

    /// <param name="folder">A folder such as /proc/1 or /proc/1/task/1.</param>
    /// <returns>Null if the process or thread has just ended.</returns>
    public static ProcStat? Read(string folder) => PathFault.OrNull(() => Parse(File.ReadAllText(Path.Combine(folder, "stat"))));

    public static Duration Ticks(string count) => Duration.FromSeconds(double.Parse(count, CultureInfo.InvariantCulture) / TicksPerSecond);

    private static ProcStat Parse(string stat)
    {
        int open = stat.IndexOf('('), close = stat.LastIndexOf(')');
        string[] fields = stat[(close + 2)..].Split(' ');
        return new ProcStat(stat[(open + 1)..close], int.Parse(fields[ParentField], CultureInfo.InvariantCulture),
            Ticks(fields[UserTimeField]) + Ticks(fields[SystemTimeField]),
            Ticks(fields[EndedUserTimeField]) + Ticks(fields[EndedSystemTimeField]),
            ulong.Parse(fields[StartField], CultureInfo.InvariantCulture));
    }
}
