using System.Globalization;
using System.Runtime.Versioning;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Simulators.Causes.Hosts;

/// <summary>
/// A control group of the host for the simulator's process, of version 2 or 1, whose processor time can be limited while it runs. Needs a
/// host that lets this process make one.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class ProcessorQuota : IDisposable
{
    private const string Root = "/sys/fs/cgroup";
    private const int PeriodMicroseconds = 100_000, WeightOfProgram = 100, SharesOfProgram = 1024;

    /// <summary>
    /// If the host has no more to give, the group gets as much as so many programs outside would. Linux may count all programs of a session
    /// as one, so that more would leave lines and visitors too little.
    /// </summary>
    private const int Programs = 1;

    private static int _made;

    private readonly string _folder;
    private readonly bool _isUnified;

    private ProcessorQuota(string folder, bool isUnified)
    {
        (_folder, _isUnified) = (folder, isUnified);
        Directory.CreateDirectory(folder);
        int weight = Programs * (isUnified ? WeightOfProgram : SharesOfProgram);
        File.WriteAllText(Path.Combine(folder, isUnified ? "cpu.weight" : "cpu.shares"), weight.ToString(CultureInfo.InvariantCulture));
        Set(null);
    }

    /// <summary>A command that starts a program in the group, with the usual priority.</summary>
    public IReadOnlyList<string> Starter => ["sh", "-c", $"{FirstToRun.Usual}; echo $$ > {_folder}/cgroup.procs && exec \"$@\"", "sh"];

    /// <summary>How long the quota has stopped threads of the group, all threads together.</summary>
    public Duration Throttled
    {
        get
        {
            string unit = _isUnified ? "throttled_usec" : "throttled_time";
            string[] entry =
                File.ReadLines(Path.Combine(_folder, "cpu.stat")).Select(line => line.Split(' ')).Single(line => line[0] == unit);
            long value = long.Parse(entry[1], CultureInfo.InvariantCulture);
            return _isUnified ? Duration.FromSeconds(value / 1e6) : new Duration(value);
        }
    }

    /// <summary>Skips the test, and says so, where the host does not let this process make a group.</summary>
    public static ProcessorQuota CreateOrSkip()
    {
        bool isUnified = File.Exists(Path.Combine(Root, "cgroup.controllers"));
        string parent = Path.Combine(Root, isUnified ? "" : "cpu");
        try
        {
            if (isUnified)
                File.WriteAllText(Path.Combine(parent, "cgroup.subtree_control"), "+cpu");
            string name = $"mongoose-{Environment.ProcessId}-{Interlocked.Increment(ref _made)}";
            return new ProcessorQuota(Path.Combine(parent, name), isUnified);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            string reason = $"NOT MEASURED: this host lets no test make a control group in {parent}: {exception.Message}";
            TestContext.Progress.WriteLine(reason);
            Assert.Ignore(reason);
            throw;
        }
    }

    /// <summary>Limits the group to a part of a core; null: no limit.</summary>
    public void Set(double? cores)
    {
        string none = _isUnified ? "max" : "-1";
        string quota = cores is { } part ? ((int)(part * PeriodMicroseconds)).ToString(CultureInfo.InvariantCulture) : none;
        if (_isUnified)
        {
            File.WriteAllText(Path.Combine(_folder, "cpu.max"), $"{quota} {PeriodMicroseconds}");
            return;
        }
        File.WriteAllText(Path.Combine(_folder, "cpu.cfs_period_us"), $"{PeriodMicroseconds}");
        File.WriteAllText(Path.Combine(_folder, "cpu.cfs_quota_us"), quota);
    }

    /// <summary>Removes the group, which must be empty.</summary>
    public void Dispose()
    {
        for (int attempt = 0; attempt < 50 && Directory.Exists(_folder); attempt++)
        {
            try
            {
                Directory.Delete(_folder);
            }
            catch (IOException)
            {
                // A process that has just ended is still in it.
                Thread.Sleep(100);
            }
        }
    }
}
