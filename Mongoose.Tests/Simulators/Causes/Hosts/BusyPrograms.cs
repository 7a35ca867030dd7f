using System.Diagnostics;
using System.Runtime.Versioning;

namespace Mongoose.Tests.Simulators.Causes.Hosts;

/// <summary>Programs that compute without end. Linux prefers them to the simulator, and lines and visitors to them.</summary>
[SupportedOSPlatform("linux")]
internal sealed class BusyPrograms : IDisposable
{
    /// <summary>A loop that ends by itself, after a quarter of an hour of processor time, if this process does not end it.</summary>
    private static readonly string Loop = $"renice -n {FirstToRun.Nice + 1} -p $$ > /dev/null; ulimit -t 900; while :; do :; done";

    private readonly Process[] _programs;

    /// <param name="count">Their number.</param>
    public BusyPrograms(int count) =>
        _programs = [.. Enumerable.Range(0, count).Select(_ => Process.Start("sh", ["-c", Loop]))];

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
