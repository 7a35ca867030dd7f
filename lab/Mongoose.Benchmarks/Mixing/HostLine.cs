using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results;
using Mongoose.Voice.Audio.Opus;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>The host, the versions and the load, as a line above a table.</summary>
internal static class HostLine
{
    public static void Write(TextWriter output)
    {
        HostInfo host = HostInfo.Here(TimingError.Unknown, TimingError.Unknown);
        string load = OperatingSystem.IsLinux() ? string.Join(' ', File.ReadAllText("/proc/loadavg").Split(' ')[..3]) : "not known";
        string opus = OpusLibrary.Current.Name, time = $"{DateTime.UtcNow:yyyy-MM-dd HH:mm} UTC";
        output.WriteLine($"{host.Cores} cores of {host.CpuModel}, {host.Os}, {host.Runtime}, {opus}; {time}; load {load}");
        output.WriteLine();
    }
}
