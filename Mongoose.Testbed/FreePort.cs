using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;

namespace Mongoose.Testbed;

/// <summary>Ports of 127.0.0.1 that nobody uses, for servers that are about to open them.</summary>
internal static class FreePort
{
    private const int Attempts = 100;

    /// <exception cref="IOException">The host gives none.</exception>
    public static int OfTcp()
    {
        try
        {
            using TcpListener listener = new(IPAddress.Loopback, 0);
            listener.Start();
            return ((IPEndPoint)listener.LocalEndpoint).Port;
        }
        catch (SocketException exception)
        {
            throw new IOException($"a free TCP port: {exception.Message}", exception);
        }
    }

    /// <summary>A port that is free for both.</summary>
    /// <exception cref="IOException">There is none.</exception>
    public static int OfTcpAndUdp() => OfTcpAndUdp(1)[0];

    /// <summary>Different ports, each free for both. A port that is free for TCP is nearly always free for UDP.</summary>
    /// <exception cref="IOException">There are not enough.</exception>
    public static int[] OfTcpAndUdp(int count)
    {
        HashSet<int> ports = [];
        for (int attempt = 0; ports.Count < count; attempt++)
        {
            if (attempt == Attempts + count)
                throw new IOException("this host has too few ports that are free for both TCP and UDP");
            int port = OfTcp();
            if (IPGlobalProperties.GetIPGlobalProperties().GetActiveUdpListeners().All(used => used.Port != port))
                ports.Add(port);
        }
        return [.. ports];
    }
}
