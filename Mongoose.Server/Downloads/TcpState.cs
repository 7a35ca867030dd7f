using System.Net.Sockets;
using Mongoose.Core.Downloads;

namespace Mongoose.Server.Downloads;

/// <summary>Reads what the host's TCP shows of a connection.</summary>
internal static class TcpState
{
    private static readonly Version FirstLinux = new(4, 18), FirstWindows = new(10, 0, 15063);

    /// <summary>Whether this system's TCP shows enough for a <see cref="ConnectionState"/>.</summary>
    public static bool IsSupported =>
        OperatingSystem.IsLinux() && Environment.OSVersion.Version >= FirstLinux
            || OperatingSystem.IsWindows() && Environment.OSVersion.Version >= FirstWindows;

    /// <summary>Reads the state; false if the connection is closed or the system is too old.</summary>
    /// <param name="socket">The connection.</param>
    /// <param name="written">Bytes written to the connection, for systems that do not report the unsent bytes.</param>
    public static bool TryRead(Socket socket, long written, out ConnectionState state)
    {
        try
        {
            return OperatingSystem.IsLinux() ? LinuxTcpInfo.TryRead(socket, out state) : WindowsTcpInfo.TryRead(socket, written, out state);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            state = default;
            return false;
        }
    }
}
