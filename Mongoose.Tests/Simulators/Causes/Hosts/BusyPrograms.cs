using System.Diagnostics;
using System.Runtime.Versioning;

namespace Mongoose.Tests.Simulators.Causes.Hosts;

/// <summary>Programs that compute without end, in the simulator's control group: lines and visitors come before them.</summary>
[SupportedOSPlatform("linux")]
internal sealed class BusyPrograms : IDisposable
{
    /// <summary>A loop that ends by itself, after a quarter of an hour of processor time, if this process does not end it.</summary>
    private const string Loop = "ulimit -t 900; while :; do :; done";

    private readonly Process[] _programs;

    /// <param name="starter">The command that starts a program in the group.</param>
    /// <param name="count">Their number.</param>
    public BusyPrograms(IReadOnlyList<string> starter, int count) => _programs =
        [.. Enumerable.Range(0, count).Select(_ => Process.Start(starter[0], [.. starter.Skip(1), "sh", "-c", Loop]))];

    public void Dispose()
    {
        foreach (Process program in _programs)
        {
            program.Kill();
            program.WaitForExit();
            program.Dispose();
        }
    }
}
