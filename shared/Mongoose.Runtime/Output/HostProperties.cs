namespace Mongoose.Runtime.Output;

/// <summary>Properties of the machine on which results were measured.</summary>
public static class HostProperties
{
    /// <summary>The processor model; empty if the system does not report it.</summary>
    public static string CpuModel => OperatingSystem.IsLinux()
        ? ReadSystemFile("/proc/cpuinfo")
            .FirstOrDefault(text => text.StartsWith("model name", StringComparison.Ordinal))?.Split(':', 2)[^1].Trim() ?? ""
        : Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER") ?? "";

    /// <summary>The release of the kernel, which may be newer or older than the operating system's.</summary>
    public static string Kernel => OperatingSystem.IsLinux()
        ? ReadSystemFile("/proc/sys/kernel/osrelease").FirstOrDefault() ?? ""
        : Environment.OSVersion.VersionString;

    private static string[] ReadSystemFile(string path) => PathFault.OrNull(() => File.ReadAllLines(path)) ?? [];
}
