using System.Globalization;
using Mongoose.Runtime.Processes;

namespace Mongoose.Runtime.Hosts;

/// <summary>
/// The name of a network namespace of the testbed: mongoose-PROCESS-START-NUMBER-LABEL. Process ids are reused; together with the process's
/// start time (in clock ticks since the host's start) the id identifies one process.
/// </summary>
/// <param name="Owner">The process that created the namespace.</param>
/// <param name="OwnerStart">When that process started: field 22 of /proc/PROCESS/stat.</param>
/// <param name="Number">Counts the owner's namespaces.</param>
/// <param name="Label">The namespace's purpose, in letters.</param>
public sealed record NamespaceName(int Owner, ulong OwnerStart, int Number, string Label)
{
    public const string Prefix = "mongoose-";

    private static int _made;

    /// <summary>Creates a unique name.</summary>
    public static NamespaceName New(string label) => new(Environment.ProcessId, StartOf(Environment.ProcessId)
        ?? throw new HostException("/proc: no entry for this process; is /proc mounted?"), Interlocked.Increment(ref _made), label);

    /// <summary>Parses a name; null if it is not of this form: then the namespace is not the testbed's.</summary>
    public static NamespaceName? Parse(string text)
    {
        string[] parts = text.Split('-');
        return parts.Length == 5 && parts[0] + '-' == Prefix
            && int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out int owner)
            && ulong.TryParse(parts[2], NumberStyles.None, CultureInfo.InvariantCulture, out ulong start)
            && int.TryParse(parts[3], NumberStyles.None, CultureInfo.InvariantCulture, out int number)
                ? new NamespaceName(owner, start, number, parts[4])
                : null;
    }

    /// <summary>Whether the owner is still running.</summary>
    public bool OwnerRuns => StartOf(Owner) == OwnerStart;

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Prefix}{Owner}-{OwnerStart}-{Number}-{Label}");

    /// <summary>The start time of a process; null if there is no such process.</summary>
    private static ulong? StartOf(int process) => ProcStat.Read($"/proc/{process}")?.Start;
}
