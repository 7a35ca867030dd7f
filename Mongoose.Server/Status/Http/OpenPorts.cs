using System.Net;
using System.Net.Sockets;
using OpenSim.Framework.Servers;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Status.Http;

/// <summary>
/// The HTTP servers that Mongoose has started in this process. Mongoose never stops them: in OpenSim, stopping one HTTP server ends the
/// thread that sends the answers of all. They are registered in <see cref="MainServer"/>, which stops them when the simulator ends. Until
/// then, <see cref="Open"/> returns a started server again.
/// </summary>
internal static class OpenPorts
{
    private static readonly Dictionary<IPEndPoint, BaseHttpServer> Started = [];

    /// <summary>Returns the server of a port, which answers 404 until it has a handler.</summary>
    /// <exception cref="SocketException">The port cannot be opened; nothing has been registered.</exception>
    /// <exception cref="InvalidOperationException">The simulator has another HTTP server on that port.</exception>
    public static BaseHttpServer Open(IPEndPoint endPoint)
    {
        lock (Started)
        {
            bool isRegistered = MainServer.ContainsHttpServer((uint)endPoint.Port);
            if (isRegistered && Started.TryGetValue(endPoint, out BaseHttpServer? server))
                return server;
            if (isRegistered)
                throw new InvalidOperationException("the simulator itself has an HTTP server on that port");
            // Tried here first, because OpenSim logs errors of its own if it cannot open a port.
            using (TcpListener listener = new(endPoint))
                listener.Start();
            return Started[endPoint] = Start(endPoint);
        }
    }

    private static BaseHttpServer Start(IPEndPoint endPoint)
    {
        BaseHttpServer server = new((uint)endPoint.Port) { ListenIPAddress = endPoint.Address };
        MainServer.AddHttpServer(server);
        try
        {
            // Without the service for long polls and its three threads, which nothing here needs.
            server.Start(performPollResponsesAsync: false, runPool: false);
            return server;
        }
        catch
        {
            MainServer.RemoveHttpServer((uint)endPoint.Port);
            throw;
        }
    }
}
