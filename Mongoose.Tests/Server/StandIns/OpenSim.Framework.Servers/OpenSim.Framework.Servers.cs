using OpenSim.Framework.Servers.HttpServer;

namespace OpenSim.Framework.Servers;

/// <summary>The simulator's HTTP servers, by port.</summary>
public class MainServer
{
    private static readonly Dictionary<uint, BaseHttpServer> Registered = [];

    public static void AddHttpServer(BaseHttpServer server)
    {
        lock (Registered)
        {
            if (!Registered.TryAdd(server.Port, server))
                throw new InvalidOperationException($"HTTP server for port {server.Port} already exists.");
        }
    }

    public static bool ContainsHttpServer(uint port)
    {
        lock (Registered)
            return Registered.ContainsKey(port);
    }

    public static bool RemoveHttpServer(uint port)
    {
        lock (Registered)
            return Registered.Remove(port);
    }

    /// <summary>For tests: a copy of the table.</summary>
    public static IReadOnlyDictionary<uint, BaseHttpServer> Servers
    {
        get
        {
            lock (Registered)
                return new Dictionary<uint, BaseHttpServer>(Registered);
        }
    }

    /// <summary>
    /// For tests: stops and forgets all servers, as at the end of a simulator; new ones can then be started, as in another simulator.
    /// </summary>
    public static void StartAnew()
    {
        foreach (BaseHttpServer server in Servers.Values)
            server.Stop(true);
        lock (Registered)
            Registered.Clear();
        BaseHttpServer.StartAnew();
    }
}
