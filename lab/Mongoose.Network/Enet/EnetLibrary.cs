using Mongoose.Runtime.Hosts;

namespace Mongoose.Network.Enet;

/// <summary>ENet 1.3, a library for reliable and unreliable messages over UDP that games use.</summary>
public static class EnetLibrary
{
    /// <summary>
    /// The name by which the dynamic loader finds the library; its version number fixes the layout of the structures in
    /// <see cref="EnetCalls"/>.
    /// </summary>
    internal const string File = "libenet.so.7";

    /// <summary>Whether this host has the library, and how to install it.</summary>
    public static readonly HostLibrary Library = new("ENet", File, "libenet7");
}
