using Mongoose.Runtime.Hosts;

namespace Mongoose.Network.Enet;

/// <summary>ENet 1.3, a library for reliable and unreliable messages over UDP that games use.</summary>
public static class EnetLibrary
{
    /// <summary>
    /// The file that the linker looks for; its number stands for the layout of the structures in <see cref="EnetCalls"/>.
    /// </summary>
    internal const string File = "libenet.so.7";

    internal static readonly HostLibrary Library = new("ENet", File, "libenet7");

    /// <summary>Whether this host has the library.</summary>
    public static bool IsInstalled => Library.IsInstalled;

    /// <summary>The missing library and how to install it: one line for the user.</summary>
    public static string HowToInstall => Library.HowToInstall;
}
