using Mongoose.Core.Units;

namespace Mongoose.Server.Status.Health;

/// <summary>A control group of Linux that may limit this process.</summary>
/// <param name="folder">The group's folder.</param>
/// <param name="isNew">Whether it is of version 2.</param>
internal sealed class ControlGroup(HostFiles files, string folder, bool isNew)
{
    private Duration? _before;

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

    /// <summary>Time in which the limit stopped the group since the last call; null if the host does not tell.</summary>
    public Duration? TakeThrottled()
    {
        Duration? before = _before;
        _before = Throttled();
        return _before is { } now ? Duration.Max(Duration.Zero, now - (before ?? now)) : null;
    }

    /// <summary>The outermost group of version 2 cannot be limited, and does not tell this time.</summary>
    private Duration? Throttled()
    {
        string[] lines = files.Lines($"{folder}/cpu.stat");
        if (lines.Length == 0)
            return null;
        return isNew
            ? new Duration(1000 * (HostFiles.Number(lines, "throttled_usec") ?? 0))
            : new Duration(HostFiles.Number(lines, "throttled_time") ?? 0);
    }
}
