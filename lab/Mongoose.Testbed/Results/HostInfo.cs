using System.Runtime.InteropServices;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Results;

/// <summary>The machine that a result was measured on, and how precisely it keeps time.</summary>
internal sealed record HostInfo
{
    public required string Os { get; init; }

    /// <summary>The kernel release, which may be newer or older than the operating system's.</summary>
    public string Kernel { get; init; } = "";

    public required string Runtime { get; init; }

    /// <summary>The processor model; empty if the system does not report it.</summary>
    public string CpuModel { get; init; } = "";

    /// <summary>The architecture of the process, such as X64 or Arm64.</summary>
    public string Architecture { get; init; } = "";

    public int Cores { get; init; }

    /// <summary>The delay with which timers fired.</summary>
    public TimingError TimerErrorMs { get; init; } = TimingError.Unknown;

    /// <summary>The delay that the emulated link added.</summary>
    public TimingError LinkErrorMs { get; init; } = TimingError.Unknown;

    public static HostInfo Here(TimingError timerErrorMs, TimingError linkErrorMs) => new()
    {
        Os = RuntimeInformation.OSDescription,
        Kernel = HostProperties.Kernel,
        Architecture = RuntimeInformation.ProcessArchitecture.ToString(),
        Runtime = RuntimeInformation.FrameworkDescription,
        CpuModel = HostProperties.CpuModel,
        Cores = Environment.ProcessorCount,
        TimerErrorMs = timerErrorMs,
        LinkErrorMs = linkErrorMs,
    };
}
