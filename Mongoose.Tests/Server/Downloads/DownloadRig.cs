using System.Net;
using System.Net.Sockets;
using log4net;
using Mongoose.Core.Downloads;
using Mongoose.Core.Lines;
using Mongoose.Server.Configuration;
using Mongoose.Server.Downloads;
using OpenMetaverse;
using OpenSim.Framework.Capabilities;
using OpenSim.Framework.Servers.HttpServer;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests.Downloads;

/// <summary>A region that serves downloads to visitors over loopback, with stand-ins of OpenSim's HTTP server.</summary>
internal sealed class DownloadRig : IDisposable
{
    private readonly TcpListener _listener;
    private readonly List<IDisposable> _open = [];

    public DownloadRig(params (string Key, string Value)[] settings) : this(IPAddress.Loopback, settings)
    {
    }

    public DownloadRig(IPAddress address, params (string Key, string Value)[] settings)
    {
        LogBook.Clear();
        _listener = new TcpListener(address, 0);
        _listener.Start();
        MongooseSettings read = RegionRig.Settings(settings);
        Caps = new DownloadCaps(DownloadInternals.Probe(), read.Downloads, Lines, null, () => IsOn)
        {
            IsPacing = read.Downloads.Pacing == HttpPacing.Auto,
        };
        Scene = RegionRig.NewScene();
        Caps.Watch(Scene, Counters);
    }

    public bool IsOn { get; set; } = true;

    public VisitorLines<(string Agent, IPAddress Address)> Lines { get; } = new();

    public DownloadCounters Counters { get; } = new();

    public DownloadCaps Caps { get; }

    public Scene Scene { get; }

    /// <summary>A visitor gets capabilities.</summary>
    public PollHandler Enter(string cap = "GetTexture", UUID? agent = null)
    {
        PollHandler handler = new();
        Register(handler.Args, cap, agent);
        return handler;
    }

    /// <summary>A visitor gets a capability with this handler.</summary>
    public PollServiceEventArgs Register(PollServiceEventArgs handler, string cap = "GetTexture", UUID? agent = null)
    {
        Caps caps = new();
        caps.RegisterPollHandler(cap, handler);
        Scene.EventManager.TriggerOnRegisterCaps(agent ?? new UUID(Guid.NewGuid()), caps);
        return handler;
    }

    /// <summary>Opens a connection to the region.</summary>
    /// <param name="receiveBuffer">Bytes that the kernel takes before the viewer reads; null for its default.</param>
    /// <param name="isSecured">Whether both ends speak TLS.</param>
    public DownloadConnection Connect(int? receiveBuffer = null, bool isSecured = false)
    {
        Socket client = new(_listener.LocalEndpoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        if (receiveBuffer is { } bytes)
            client.ReceiveBufferSize = bytes;
        client.Connect(_listener.LocalEndpoint);
        DownloadConnection connection = new(client, _listener.AcceptSocket(), isSecured);
        _open.Add(connection);
        return connection;
    }

    public void Dispose()
    {
        foreach (IDisposable connection in _open)
            connection.Dispose();
        _listener.Stop();
    }
}
