using System.Runtime.InteropServices;

namespace Mongoose.Runtime.Hosts;

/// <summary>
/// A native library that a host with 64-bit Linux may have. The library is not shipped: it is looked for when needed.
/// </summary>
/// <param name="name">The library's name, for messages.</param>
/// <param name="file">The name by which the dynamic loader finds the library, such as libenet.so.7.</param>
/// <param name="package">Debian's package.</param>
public sealed class HostLibrary(string name, string file, string package)
{
    private readonly Lazy<bool> _isInstalled =
        new(() => OperatingSystem.IsLinux() && Environment.Is64BitProcess && NativeLibrary.TryLoad(file, out _));

    public bool IsInstalled => _isInstalled.Value;

    /// <summary>The missing library and how to install it: one line for the user.</summary>
    public string HowToInstall => $"{name} is not installed: apt install {package}";

    /// <exception cref="HostException">The library is not installed; the message says how to install it.</exception>
    public void Require()
    {
        if (!IsInstalled)
            throw new HostException(HowToInstall);
    }
}
