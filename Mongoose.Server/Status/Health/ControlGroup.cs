using Mongoose.Core.Units;

namespace Mongoose.Server.Status.Health;

/// <summary>A control group of Linux that may limit this process.</summary>
/// <param name="folder">The group's folder.</param>
/// <param name="isNew">Whether it is of version 2.</param>
internal sealed class ControlGroup(HostFiles files, string folder, bool isNew)
{
    private CoreTime? _before;

    /// <summary>The group's limit, in cores; null if there is none.</summary>
    public double? Cores
    {
        get
        {
            // Version 2 has "max" instead of the quota if there is none, version 1 has -1.
            string[] limit = isNew
                ? files.Read($"{folder}/cpu.max")?.Split(' ') ?? []
                : [files.Read($"{folder}/cpu.cfs_quota_us") ?? "", files.Read($"{folder}/cpu.cfs_period_us") ?? ""];
            return limit is [string first, string second] && HostFiles.Number(first) is > 0 and { } quota
                && HostFiles.Number(second) is > 0 and { } period ? (double)quota / period : null;
        }
    }

    /// <summary>Part of the time since the last call, 0 to 1, in which the limit stopped the group; null if the host is silent.</summary>
    /// <param name="elapsed">The time since the last call.</param>
    public double? TakeThrottled(Duration elapsed)
    {
        CoreTime? before = _before;
        _before = Read();
        return _before is { } now ? now.ThrottledSince(before ?? now, elapsed) : null;
    }

    /// <summary>The outermost group of version 2 cannot be limited, and does not tell this time.</summary>
    private CoreTime? Read()
    {
        string[] lines = files.Lines($"{folder}/cpu.stat");
        if (lines.Length == 0)
            return null;
        return isNew
            ? new CoreTime(1000 * (HostFiles.Number(lines, "usage_usec") ?? 0), 1000 * (HostFiles.Number(lines, "throttled_usec") ?? 0))
            : new CoreTime(HostFiles.Number(files.Read($"{folder}/cpuacct.usage")) ?? 0, HostFiles.Number(lines, "throttled_time") ?? 0);
    }

    /// <summary>Times that Linux adds up over the cores, in nanoseconds.</summary>
    /// <param name="Used">Time that the group ran.</param>
    /// <param name="Throttled">Time in which a core had to run it and the limit stopped it.</param>
    private readonly record struct CoreTime(long Used, long Throttled)
    {
        /// <summary>The part of the time in which the limit stopped the group.</summary>
        public double ThrottledSince(CoreTime before, Duration elapsed)
        {
            double throttled = Math.Max(0, Throttled - before.Throttled), used = Math.Max(0, Used - before.Used);
            // The cores that run the group and then stop do both for all of the time.
            double all = Math.Max(elapsed.Nanoseconds, throttled + used);
            return all > 0 ? throttled / all : 0;
        }
    }
}
