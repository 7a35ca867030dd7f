using System.Runtime.InteropServices;
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
        string opus = OpusLibrary.IsInstalled ? Marshal.PtrToStringUTF8(opus_get_version_string())! : "no libopus";
        string load = OperatingSystem.IsLinux() ? string.Join(' ', File.ReadAllText("/proc/loadavg").Split(' ')[..3]) : "not known";
        output.WriteLine($"{host.Cores} cores of {host.CpuModel}, {host.Os}, {host.Runtime}, {opus}; {DateTime.UtcNow:yyyy-MM-dd HH:mm} "
            + $"UTC; load {load}");
        output.WriteLine();
    }

    [DllImport("libopus.so.0")]
    private static extern nint opus_get_version_string();
}
