using System.Runtime.InteropServices;

namespace Mongoose.Testbed.Results;

/// <summary>The machine of a result, and how well it keeps time.</summary>
public sealed record HostInfo
{
    public required string Os { get; init; }
    public required string Runtime { get; init; }

    /// <summary>Best effort; empty where the system does not say.</summary>
    public string CpuModel { get; init; } = "";

    public int Cores { get; init; }

    /// <summary>How late timers fired.</summary>
    public TimingError TimerErrorMs { get; init; } = TimingError.Unknown;

    /// <summary>How late the emulated link delivered.</summary>
    public TimingError LinkErrorMs { get; init; } = TimingError.Unknown;

    public static HostInfo Here(TimingError timerErrorMs, TimingError linkErrorMs) => new()
    {
        Os = RuntimeInformation.OSDescription,
        Runtime = RuntimeInformation.FrameworkDescription,
        CpuModel = FindCpuModel(),
        Cores = Environment.ProcessorCount,
        TimerErrorMs = timerErrorMs,
        LinkErrorMs = linkErrorMs,
    };

    private static string FindCpuModel()
    {
        try
        {
            if (!OperatingSystem.IsLinux())
                return Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER") ?? "";
            string? line = File.ReadLines("/proc/cpuinfo").FirstOrDefault(text => text.StartsWith("model name"));
            return line?[(line.IndexOf(':') + 1)..].Trim() ?? "";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return "";
        }
    }
}
