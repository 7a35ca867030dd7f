using System.Net;
using System.Net.Sockets;

namespace Mongoose.Testbed.Janus;

/// <summary>
/// Free UDP ports of 127.0.0.1 for programs that are about to open them. The ports are below the range from which systems choose ports, and
/// this process returns the same port only after thousands of others, so that no other program opens it first. Each port is even, and the
/// next port is free too: ffmpeg opens both.
/// </summary>
internal static class FreeUdpPorts
{
    public const int First = 16_000;

    private const int Pairs = 8000;

    private static int _next = Random.Shared.Next(Pairs);

    /// <exception cref="IOException">All are in use, or the host gives no socket.</exception>
    public static int Take()
    {
        for (int tries = 0; tries < Pairs; tries++)
        {
            int port = First + 2 * (int)((uint)Interlocked.Increment(ref _next) % Pairs);
            if (IsFree(port) && IsFree(port + 1))
                return port;
        }
        throw new IOException($"all UDP ports from {First} to {First + 2 * Pairs - 1} are in use");
    }

    /// <summary>Different ports.</summary>
    /// <exception cref="IOException">All are in use, or the host gives no socket.</exception>
    public static int[] Take(int count) => Enumerable.Range(0, count).Select(_ => Take()).ToArray();

    private static bool IsFree(int port)
    {
        try
        {
            using Socket socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
            return true;
        }
        catch (SocketException exception) when (exception.SocketErrorCode is SocketError.AddressAlreadyInUse or SocketError.AccessDenied)
        {
            return false;
        }
        catch (SocketException exception)
        {
            throw new IOException($"UDP port {port}: {exception.Message}", exception);
        }
    }
}
