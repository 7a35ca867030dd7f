using OpenSim.Framework.Servers.HttpServer;

namespace OpenSim.Framework.Servers;

public class MainServer
{
    private MainServer() => throw null;

    public static void AddHttpServer(BaseHttpServer server) => throw null;

    public static bool ContainsHttpServer(uint port) => throw null;

    public static bool RemoveHttpServer(uint port) => throw null;
}
