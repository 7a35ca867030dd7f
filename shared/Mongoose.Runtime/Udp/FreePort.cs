using System.Net;
using System.Net.Sockets;

namespace Mongoose.Runtime.Udp;

/// <summary>
/// Ports of 127.0.0.1 that are free for both TCP and UDP, for servers that are about to open them. Systems give the ports from 32768 on to
/// clients, and a client could take such a port before its server opens it. Therefore these ports are lower. They begin above 10080, the
/// last port that browsers refuse.
/// </summary>
public static class FreePort
{
    private const int First = 10_100, Count = 20_000;

    /// <summary>Processes that start one after the other begin this far apart.</summary>
    private const int Stride = 101;

    private static int _next = Environment.ProcessId % Count * Stride % Count;

    /// <summary>A port that this process has not received before, unless it has received all of them.</summary>
    /// <exception cref="IOException">No port is free.</exception>
    public static int OfTcpAndUdp()
    {
        for (int attempt = 0; attempt < Count; attempt++)
        {
            int port = First + (int)((uint)Interlocked.Increment(ref _next) % Count);
            if (IsFree(port))
                return port;
        }
        throw new IOException("this host has no port that is free for both TCP and UDP");
    }

    /// <summary>Different ports.</summary>
    /// <exception cref="IOException">There are not enough.</exception>
    public static int[] OfTcpAndUdp(int count) => Enumerable.Range(0, count).Select(_ => OfTcpAndUdp()).ToArray();

    internal static bool IsFree(int port)
    {
        try
        {
            using TcpListener tcp = new(IPAddress.Loopback, port);
            tcp.Start();
            using UdpClient udp = new(new IPEndPoint(IPAddress.Loopback, port));
            return true;
        }
        catch (SocketException exception) when (exception.SocketErrorCode is SocketError.AddressAlreadyInUse or SocketError.AccessDenied)
        {
            return false;
        }
        catch (SocketException exception)
        {
            throw new IOException($"a free port: {exception.Message}", exception);
        }
    }
}
