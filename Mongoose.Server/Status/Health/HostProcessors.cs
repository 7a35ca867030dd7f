namespace Mongoose.Server.Status.Health;

/// <summary>The host's cores, and what all programs use of them.</summary>
internal sealed class HostProcessors(HostFiles files)
{
    /// <summary>The columns of the first line of /proc/stat that are work of this host; the others are idle, waiting and stolen.</summary>
    private static readonly int[] Working = [0, 1, 2, 5, 6];

    /// <summary>The column of time that a virtual machine wanted and did not get.</summary>
    private const int Stolen = 7;

    /// <summary>The columns that together are all time; later ones are in the first two, too.</summary>
    private const int Columns = 8;

    private (long Busy, long Stolen, long All)? _before;

    /// <summary>The cores of the host.</summary>
    public int Cores => CountOf(files.Read("/sys/devices/system/cpu/online")) ?? Environment.ProcessorCount;

    /// <summary>The cores on which this process may run; null if the host does not tell.</summary>
    public int? AllowedCores
    {
        get
        {
            const string word = "Cpus_allowed_list:";
            string? line = Array.Find(files.Lines("/proc/self/status"), line => line.StartsWith(word, StringComparison.Ordinal));
            return CountOf(line?[word.Length..]);
        }
    }

    /// <summary>
    /// The part of the cores' time, 0 to 1, that all programs used since the last call, and the part of what they wanted that they did not
    /// get; null at the first call, or if the host does not tell.
    /// </summary>
    public (double Used, double Stolen)? Take()
    {
        (long Busy, long Stolen, long All)? now = Times(), before = _before;
        _before = now;
        if (now is not { } end || before is not { } begin || end.All <= begin.All)
            return null;
        double used = Math.Max(0, end.Busy - begin.Busy), stolen = Math.Max(0, end.Stolen - begin.Stolen);
        return (Math.Min(1, used / (end.All - begin.All)), stolen > 0 ? stolen / (used + stolen) : 0);
    }

    private (long Busy, long Stolen, long All)? Times()
    {
        string[] words = files.Lines("/proc/stat") is [string first, ..] ? first.Split(' ', StringSplitOptions.RemoveEmptyEntries) : [];
        if (words.Length <= Columns || words[0] != "cpu")
            return null;
        long[] times = [.. words.Skip(1).Take(Columns).Select(word => HostFiles.Number(word) ?? 0)];
        return (Working.Sum(column => times[column]), times[Stolen], times.Sum());
    }

    /// <summary>The number of cores in a list such as "0-3,8"; null if it is none.</summary>
    private static int? CountOf(string? list)
    {
        int count = 0;
        foreach (string range in list?.Split(',') ?? [])
        {
            string[] ends = range.Split('-');
            if (HostFiles.Number(ends[0]) is not { } first || HostFiles.Number(ends[^1]) is not { } last || last < first)
                return null;
            count += (int)(last - first + 1);
        }
        return count > 0 ? count : null;
    }
}
