using System.Net;
using System.Reflection;
using System.Runtime.CompilerServices;
using log4net;
using Mongoose.Core.Units;
using Mongoose.Server.Configuration;
using Mongoose.Server.Console;
using Mongoose.Server.Regions;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server;

/// <summary>
/// Gives a region Mongoose's UDP server if the module has decided to serve; otherwise the stock shim provides the stock server. Like the
/// module, this shim does not touch Mongoose.Core before that decision.
/// </summary>
[Mono.Addins.Extension(Path = "/OpenSim/RegionModules", NodeName = "RegionModule", Id = Id)]
public sealed class MongooseServerShim : LLUDPServerShim
{
    internal const string Id = "MongooseServerShim";

    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    private bool _serves;
    private Action? _end;

    public override string Name => Id;

    public override void AddRegion(Scene scene)
    {
        _serves = ModuleSwitch.StockServer.Excludes(m_Config);
        if (_serves && ModuleState.Current is { } state)
            Serve(scene, state);
        else if (_serves)
            // Without this, a region whose operator has disabled the stock server in the configuration would have no UDP server.
            base.AddRegion(scene);
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
        _end?.Invoke();
        base.RemoveRegion(scene);
    }

    // Not inlined: the runtime loads Mongoose.Core when it compiles a method that uses Mongoose.Core.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Serve(Scene scene, ModuleState state)
    {
        IPEndPoint address = scene.RegionInfo.InternalEndPoint;
        MongooseUdpServer server =
            new(state, address.Address, (uint)address.Port, scene.RegionInfo.ProxyOffset, m_Config, scene.AuthenticateHandler);
        m_udpServer = server;
        address.Port = server.Port;
        AddScene(scene);
        RegionStatistics statistics = new(server);
        statistics.Register();
        DataRate? cap = state.Settings.MaxCircuitRate;
        // One line is enough for all regions.
        if (cap is null && RunningServers.All.Count == 0 && OpenSimLimits.UnusedLimit(server, m_Config) is { } warning)
            Log.Warn($"[MONGOOSE]: {warning}");
        RunningServers.Add(server);
        _end = () =>
        {
            RunningServers.Remove(server);
            server.StopSending();
            statistics.Deregister();
        };
        Log.Info($"[MONGOOSE]: serves region {server.RegionName}, UDP port {server.Port};"
            + $" {OpenSimLimits.Describe(server, server.Limit, cap)}");
    }
}
