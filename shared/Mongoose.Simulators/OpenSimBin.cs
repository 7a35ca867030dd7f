using System.Reflection;
using System.Runtime.InteropServices;

namespace Mongoose.Simulators;

/// <summary>The bin/ of an OpenSimulator installation.</summary>
public sealed class OpenSimBin
{
    /// <summary>The environment variable with the path of an installation's bin/.</summary>
    public const string Variable = "MONGOOSE_OPENSIM_BIN";

    private static readonly string[] Needed =
        ["OpenSim.dll", "OpenSim.runtimeconfig.json", "OpenSimDefaults.ini", "config-include/StandaloneCommon.ini.example"];

    private OpenSimBin(string directory) => Directory = directory;

    public string Directory { get; }

    /// <summary>The version of its main assembly, such as 0.9.3.0.</summary>
    public string Version => AssemblyName.GetAssemblyName(Path.Combine(Directory, "OpenSim.dll")).Version?.ToString() ?? "unknown";

    /// <summary>The directory used by default: the environment variable's, else ~/opensim/bin.</summary>
    public static string DefaultDirectory => Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } named
        ? named
        : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), "opensim", "bin");

    /// <exception cref="OpenSimException">The directory is not an OpenSim's bin/.</exception>
    public static OpenSimBin At(string directory)
    {
        string full = Path.GetFullPath(directory);
        if (Missing(full) is { } missing)
        {
            string inner = Path.Combine(directory, "bin");
            string hint = Missing(inner) is null ? $" (did you mean {inner}?)" : "";
            throw new OpenSimException($"{directory} is not the bin/ of an OpenSimulator 0.9.3: {missing} is missing{hint}");
        }
        return new OpenSimBin(full);
    }

    /// <summary>The installation in the default directory; null if there is none.</summary>
    public static OpenSimBin? FindDefault() => Missing(DefaultDirectory) is null ? At(DefaultDirectory) : null;

    private static string? Missing(string directory) => Needed.FirstOrDefault(file => !File.Exists(Path.Combine(directory, file)));

    /// <summary>
    /// Checks for libgdiplus: OpenSim loads System.Drawing at start, even with map tiles off, and crashes without this library.
    /// </summary>
    /// <exception cref="OpenSimException">This host lacks the library.</exception>
    public static void CheckHost()
    {
        if (OperatingSystem.IsWindows())
            return;
        foreach (string name in (string[])["libgdiplus.so", "libgdiplus.so.0", "libgdiplus.dylib", "libgdiplus"])
        {
            if (!NativeLibrary.TryLoad(name, out nint library))
                continue;
            NativeLibrary.Free(library);
            return;
        }
        throw new OpenSimException("OpenSimulator needs the library libgdiplus, which this host lacks (Debian and Ubuntu: "
            + "apt-get install libgdiplus)");
    }
}
