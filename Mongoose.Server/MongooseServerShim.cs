using System.Net;
using System.Reflection;
using log4net;
using Mono.Addins;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server;

/// <summary>
/// Gives a region its UDP server: Mongoose's when the module has decided so, and else nothing, for then the stock shim does it.
/// </summary>
[Extension(Path = "/OpenSim/RegionModules", NodeName = "RegionModule", Id = Id)]
public sealed class MongooseServerShim : LLUDPServerShim
{
    internal const string Id = "MongooseServerShim";

    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    private MongooseUdpServer? _server;
    private bool _serves;

    public override string Name => Id;

    public override void AddRegion(Scene scene)
    {
        MongooseState? state = MongooseState.Current;
        bool stockIsOff = MongooseModule.StockShim.LeavesOut(m_Config);
        if (state is null || !stockIsOff)
        {
            // A region whose owner has switched the stock server off by hand would have none at all.
            _serves = stockIsOff;
            if (_serves)
                base.AddRegion(scene);
            return;
        }
        _serves = true;
        IPEndPoint address = scene.RegionInfo.InternalEndPoint;
        _server = new MongooseUdpServer(state, address.Address, (uint)address.Port, scene.RegionInfo.ProxyOffset, m_Config, scene.AuthenticateHandler);
        m_udpServer = _server;
        address.Port = _server.Port;
        AddScene(scene);
        _server.Statistics.Register();
        MongooseServers.Add(_server);
        Log.Info($"[MONGOOSE]: serves region {scene.Name}, UDP port {_server.Port}");
    }

    public override void RegionLoaded(Scene scene)
    {
        if (_serves)
            base.RegionLoaded(scene);
    }

    public override void RemoveRegion(Scene scene)
    {
        if (!_serves)
            return;
        _serves = false;
        if (_server is not null)
        {
            MongooseServers.Remove(_server);
            _server.StopSending();
            _server.Statistics.Deregister();
        }
        base.RemoveRegion(scene);
    }
}
