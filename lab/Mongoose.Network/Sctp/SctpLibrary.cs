using Mongoose.Runtime.Hosts;

namespace Mongoose.Network.Sctp;

/// <summary>usrsctp, an SCTP stack (RFC 9260) in user space. WebRTC's data channels were built on it.</summary>
public static class SctpLibrary
{
    /// <summary>
    /// The name by which the dynamic loader finds the library; its version number fixes the layout of the structures
    /// in <see cref="SctpCalls"/>.
    /// </summary>
    internal const string File = "libusrsctp.so.2";

    /// <summary>Whether this host has the library, and how to install it.</summary>
    public static readonly HostLibrary Library = new("usrsctp", File, "libusrsctp2");
}
