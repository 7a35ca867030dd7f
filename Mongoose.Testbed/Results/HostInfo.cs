using System.Reflection;
using System.Runtime.InteropServices;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Results;

/// <summary>The machine of a result, and how well it keeps time.</summary>
internal sealed record HostInfo
{
    public required string Os { get; init; }

    /// <summary>Its release; it may be newer or older than the system around it.</summary>
    public string Kernel { get; init; } = "";

    public required string Runtime { get; init; }

    /// <summary>Best effort; empty where the system does not say.</summary>
    public string CpuModel { get; init; } = "";

    /// <summary>Of the process, such as X64 or Arm64.</summary>
    public string Architecture { get; init; } = "";

    public int Cores { get; init; }

    /// <summary>How late timers fired.</summary>
    public TimingError TimerErrorMs { get; init; } = TimingError.Unknown;

    /// <summary>How late the emulated link delivered.</summary>
    public TimingError LinkErrorMs { get; init; } = TimingError.Unknown;

    public static HostInfo Here(TimingError timerErrorMs, TimingError linkErrorMs) => new()
    {
        Os = RuntimeInformation.OSDescription,
        Kernel = FindKernel(),
        Architecture = RuntimeInformation.ProcessArchitecture.ToString(),
        Runtime = RuntimeInformation.FrameworkDescription,
        CpuModel = FindCpuModel(),
        Cores = Environment.ProcessorCount,
        TimerErrorMs = timerErrorMs,
        LinkErrorMs = linkErrorMs,
    };

    private static string FindCpuModel() => OperatingSystem.IsLinux()
        ? ReadSystemFile("/proc/cpuinfo").FirstOrDefault(text => text.StartsWith("model name"))?.Split(':', 2)[^1].Trim() ?? ""
        : Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER") ?? "";

    private static string FindKernel() => OperatingSystem.IsLinux()
        ? ReadSystemFile("/proc/sys/kernel/osrelease").FirstOrDefault() ?? ""
        : Environment.OSVersion.VersionString;

    private static string[] ReadSystemFile(string path)
    {
        try
        {
            return File.ReadAllLines(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}

/// <summary>Which build a result is from.</summary>
internal static class ProgramVersion
{
    public static string Text =>
        typeof(ProgramVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown";
}
