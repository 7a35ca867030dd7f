using Mongoose.Core.Units;

namespace Mongoose.Server.Status.Health;

/// <summary>
/// The processor time that Linux' control groups allow this process, of version 2 and 1. The groups above its own limit it, too. An
/// operator may change a limit, or move the process to another group, at any time.
/// </summary>
internal sealed class ProcessorQuota(HostFiles files)
{
    private string? _own;
    private ControlGroup[] _groups = [];

    /// <summary>The lowest limit, in cores; null if there is none.</summary>
    public double? Cores { get; private set; }

    /// <summary>
    /// Part of the time, 0 to 1, in which a limit stopped the process since the last call, in the group that it stopped for longest; null
    /// if the host does not tell.
    /// </summary>
    /// <param name="elapsed">The time since the last call.</param>
    public double? TakeThrottled(Duration elapsed)
    {
        string? own = files.Read("/proc/self/cgroup");
        if (own != _own)
            (_own, _groups) = (own, own is null ? [] : [.. Find(own)]);
        double cores = double.PositiveInfinity;
        double? throttled = null;
        foreach (ControlGroup group in _groups)
        {
            cores = Math.Min(cores, group.Cores ?? cores);
            if (group.TakeThrottled(elapsed) is { } part)
                throttled = Math.Max(part, throttled ?? 0);
        }
        Cores = double.IsFinite(cores) ? cores : null;
        return throttled;
    }

    /// <summary>The groups of the process, from its own to the one that is mounted.</summary>
    /// <param name="own">The text of /proc/self/cgroup: a line "number:controllers:group" for each hierarchy.</param>
    private IEnumerable<ControlGroup> Find(string own)
    {
        string[] mounts = files.Lines("/proc/self/mountinfo");
        foreach (string line in own.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            if (line.Split(':', 3) is not [string number, string controllers, string group])
                continue;
            bool isNew = number == "0" && controllers.Length == 0;
            if (!isNew && !controllers.Split(',').Contains("cpu"))
                continue;
            (string Point, string Below)? place =
                mounts.Select(mount => PlaceOf(mount, isNew, group)).FirstOrDefault(found => found is not null);
            if (place is not { } found)
                continue;
            string[] names = found.Below.Split('/', StringSplitOptions.RemoveEmptyEntries);
            for (int depth = names.Length; depth >= 0; depth--)
                yield return new ControlGroup(files, string.Join('/', [found.Point, .. names[..depth]]), isNew);
        }
    }

    /// <summary>Where a mount shows a group, and its path below that point; null if the mount does not show it.</summary>
    /// <param name="mount">A line of /proc/self/mountinfo.</param>
    private static (string Point, string Below)? PlaceOf(string mount, bool isNew, string group)
    {
        if (mount.Split(" - ", 2) is not [string left, string right] || left.Split(' ') is not [_, _, _, string root, string point, ..]
            || right.Split(' ') is not [string type, _, string options, ..])
            return null;
        if (isNew ? type != "cgroup2" : type != "cgroup" || !options.Split(',').Contains("cpu"))
            return null;
        string prefix = root.TrimEnd('/');
        // A group outside of the process's own view of them begins with "/..".
        bool isShown = !group.StartsWith("/..", StringComparison.Ordinal) && $"{group}/".StartsWith($"{prefix}/", StringComparison.Ordinal);
        return isShown ? (point, group[prefix.Length..]) : null;
    }
}
