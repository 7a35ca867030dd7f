using System.Runtime.InteropServices;

namespace Mongoose.Voice.Audio.Opus;

/// <summary>
/// libopus 1.x, the reference implementation of Opus (RFC 6716). It is not shipped: the host's library is loaded when it is first needed.
/// </summary>
public static class OpusLibrary
{
    /// <summary>The file that the linker looks for.</summary>
    internal const string File = "libopus.so.0";

    private static readonly Lazy<bool> Found =
        new(() => OperatingSystem.IsLinux() && Environment.Is64BitProcess && NativeLibrary.TryLoad(File, out _));

    /// <summary>Whether this host has the library.</summary>
    public static bool IsInstalled => Found.Value;

    /// <summary>One line for the user: the missing library, and how to install it.</summary>
    public static string HowToInstall => "libopus is not installed: apt install libopus0; without it PCMU, PCMA and L16 work";

    /// <exception cref="NotSupportedException">The library is not installed; the message says how to install it.</exception>
    internal static void Require()
    {
        if (!IsInstalled)
            throw new NotSupportedException(HowToInstall);
    }
}
