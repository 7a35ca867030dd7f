using System.Net;
using System.Net.Sockets;
using System.Reflection;
using log4net;
using Mongoose.Core.Status.Http;
using Mongoose.Server.Configuration;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Status.Http;

/// <summary>Serves the status page and the metrics through an HTTP server of OpenSim's, on a port of their own.</summary>
internal sealed class StatusServer : IDisposable
{
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    private readonly BaseHttpServer _server;

    private StatusServer(BaseHttpServer server, StatusPages pages)
    {
        _server = server;
        SimpleStreamHandler handler = new(StatusRoutes.Root, pages.Handle);
        // OpenSim looks for /mongoose and /mongoose/ in one table, and for the paths below them in another.
        server.AddSimpleStreamHandler(handler, varPath: false);
        server.AddSimpleStreamHandler(handler, varPath: true);
    }

    /// <summary>
    /// Starts to serve. Returns null if nothing is to be served (port 0) or, after one ERROR line, if serving cannot start.
    /// </summary>
    /// <param name="options">The address to serve at, and the allowed readers.</param>
    /// <param name="source">The data to serve.</param>
    /// <param name="time">The clock that decides how long an answer is shared and a wrong password counts; null for the host's.</param>
    public static StatusServer? TryStart(StatusOptions options, IStatusSource source, TimeProvider? time = null)
    {
        if (options.Port == 0)
            return null;
        if (options.Password.Length == 0 && !IPAddress.IsLoopback(options.Address))
        {
            Log.Error($"[MONGOOSE]: no status page: StatusAddress = {options.Address} needs a StatusPassword");
            return null;
        }
        try
        {
            StatusPages pages = new(options, source, time ?? TimeProvider.System);
            IPEndPoint place = new(options.Address, options.Port);
            StatusServer server = new(OpenPorts.Open(place), pages);
            Log.Info($"[MONGOOSE]: status page at http://{place}{StatusRoutes.Root}/, {Describe(options.Password)}");
            return server;
        }
        catch (Exception exception)
        {
            string cause = exception is SocketException or InvalidOperationException
                ? $"StatusPort = {options.Port} on {options.Address} cannot be opened: "
                : "";
            Log.Error($"[MONGOOSE]: no status page: {cause}{exception.Message}", cause.Length > 0 ? null : exception);
            return null;
        }
    }

    /// <summary>The length shows whether OpenSim has cut the password off: in its INI files, a value ends at <c>;</c>.</summary>
    private static string Describe(string password) =>
        password.Length == 0 ? "without password" : $"with a password of {password.Length} characters";

    /// <summary>Ends serving. The port stays open until the simulator ends: see <see cref="OpenPorts"/>.</summary>
    public void Dispose()
    {
        // Each call removes the handler from one of the two tables.
        _server.RemoveSimpleStreamHandler(StatusRoutes.Root);
        _server.RemoveSimpleStreamHandler(StatusRoutes.Root);
    }
}
