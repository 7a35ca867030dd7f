using System.Net;
using System.Net.Sockets;

namespace Mongoose.Testbed.Janus;

/// <summary>
/// Free UDP ports of 127.0.0.1 for programs that are about to open them. They are below those that systems choose for programs that ask for any, and this
/// process gives each of them once in a long time, so that nobody else takes them before.
/// </summary>
internal static class FreeUdpPorts
{
    /// <summary>The first and the number of the ports.</summary>
    public const int First = 16_000, Count = 16_000;

    private static int _next = Random.Shared.Next(Count);

    /// <exception cref="IOException">All are in use.</exception>
    public static int Take()
    {
        for (int tries = 0; tries < Count; tries++)
        {
            int port = First + (int)((uint)Interlocked.Increment(ref _next) % Count);
            if (IsFree(port))
                return port;
        }
        throw new IOException($"all UDP ports from {First} to {First + Count - 1} are in use");
    }

    /// <summary>Different ports.</summary>
    /// <exception cref="IOException">All are in use.</exception>
    public static int[] Take(int count) => Enumerable.Range(0, count).Select(_ => Take()).ToArray();

    private static bool IsFree(int port)
    {
        using Socket socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        try
        {
            socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
