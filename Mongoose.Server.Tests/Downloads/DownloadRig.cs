using System.Net;
using System.Net.Sockets;
using log4net;
using Mongoose.Core.Downloads;
using Mongoose.Core.Lines;
using Mongoose.Server.Configuration;
using Mongoose.Server.Downloads;
using OpenMetaverse;
using OpenSim.Framework.Capabilities;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests.Downloads;

/// <summary>A region that serves downloads to visitors over loopback, with stand-ins of OpenSim's HTTP server.</summary>
internal sealed class DownloadRig : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly List<IDisposable> _open = [];

    public DownloadRig(params (string Key, string Value)[] settings)
    {
        LogBook.Clear();
        _listener.Start();
        MongooseSettings read = RegionRig.Settings(settings);
        Caps = new DownloadCaps(DownloadInternals.Probe(), read.Downloads, Lines, null, () => IsOn) { IsPacing = read.Downloads.Pacing == HttpPacing.Auto };
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
        Caps caps = new();
        caps.RegisterPollHandler(cap, handler.Args);
        Scene.EventManager.TriggerOnRegisterCaps(agent ?? new UUID(Guid.NewGuid()), caps);
        return handler;
    }

    /// <summary>Opens a connection to the region.</summary>
    /// <param name="receiveBuffer">Bytes that the kernel takes before the viewer reads; null for its default.</param>
    public DownloadConnection Connect(int? receiveBuffer = null)
    {
        Socket client = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        if (receiveBuffer is { } bytes)
            client.ReceiveBufferSize = bytes;
        client.Connect(_listener.LocalEndpoint);
        DownloadConnection connection = new(client, _listener.AcceptSocket());
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
