using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Runtime.Processes;

namespace Mongoose.TestKit.Measuring;

/// <summary>Use of the processors' time since the host started, as reported by Linux (proc(5)).</summary>
/// <param name="All">The time of all processors.</param>
/// <param name="Idle">Unused time.</param>
/// <param name="Stolen">Time taken by a hypervisor.</param>
/// <param name="Own">Time used by one process and all processes started by it, including those that have ended.</param>
internal sealed record ProcessorTimes(Duration All, Duration Idle, Duration Stolen, Duration Own)
{
    // The columns of the first line of /proc/stat, starting with user; those after steal are included in the earlier ones.
    private const int IdleColumn = 3, WaitColumn = 4, StealColumn = 7;

    /// <summary>The times; null if the system does not report them.</summary>
    public static ProcessorTimes? Of(int process, string proc = "/proc")
    {
        string stat = Path.Combine(proc, "stat");
        if (!File.Exists(stat))
            return null;
        Duration[] columns = File.ReadLines(stat).First().Split(' ', StringSplitOptions.RemoveEmptyEntries)[1..(StealColumn + 2)]
            .Select(ProcStat.Ticks).ToArray();
        return new ProcessorTimes(Sum(columns), columns[IdleColumn] + columns[WaitColumn], columns[StealColumn], UsedByTree(process, proc));
    }

    /// <summary>The changes since <paramref name="earlier"/>, added to a reading.</summary>
    public HostReading Since(ProcessorTimes earlier, HostReading reading)
    {
        Duration all = All - earlier.All, idle = Idle - earlier.Idle, stolen = Stolen - earlier.Stolen, own = Own - earlier.Own;
        if (all <= Duration.Zero)
            return reading;
        return reading with { Idle = idle / all, Stolen = stolen / all, Others = Math.Max(0, (all - idle - stolen - own) / all) };
    }

    private static Duration UsedByTree(int root, string proc)
    {
        Dictionary<int, ProcStat> processes = [];
        foreach (string folder in Directory.EnumerateDirectories(proc))
        {
            if (int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out int id)
                && ProcStat.Read(folder) is { } stat)
                processes[id] = stat;
        }
        ILookup<int, int> children = processes.ToLookup(process => process.Value.Parent, process => process.Key);
        Duration used = Duration.Zero;
        Queue<int> tree = new([root]);
        while (tree.TryDequeue(out int id))
        {
            if (processes.TryGetValue(id, out ProcStat? process))
                used += process.Used + process.UsedByEnded;
            foreach (int child in children[id])
                tree.Enqueue(child);
        }
        return used;
    }

    private static Duration Sum(IEnumerable<Duration> times) => times.Aggregate(Duration.Zero, (sum, time) => sum + time);
}
