using System.Reflection;
using log4net;
using Mongoose.Core.Shaping;
using Mongoose.Server.Access;
using Mongoose.Server.Configuration;
using Mongoose.Server.Console;
using Mono.Addins;
using Nini.Config;
using OpenMetaverse.StructuredData;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Interfaces;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server;

/// <summary>
/// Decides, once and before any region exists, whether Mongoose serves the regions of this process. Only when it is enabled and everything
/// that it needs of OpenSim is there does it keep the stock UDP server from starting, in memory; otherwise it changes nothing.
/// </summary>
[Extension(Path = "/OpenSim/RegionModules", NodeName = "RegionModule", Id = "Mongoose")]
public sealed class MongooseModule : ISharedRegionModule
{
    /// <summary>What gives a region its UDP server: OpenSim's own, and Mongoose's.</summary>
    internal static readonly ModuleSwitch StockShim = new("LLUDPServerShim", typeof(LLUDPServerShim)),
        OwnShim = new(MongooseServerShim.Id, typeof(MongooseServerShim));

    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    private readonly MongooseCommands _commands;
    private string _decision = "not started";

    public MongooseModule() => _commands = new MongooseCommands(this);

    public string Name => "Mongoose";

    /// <summary>Whether Mongoose shapes circuits now, and if not, why.</summary>
    internal string Status => MongooseState.Current is { Shapes: false }
        ? $"disabled on the console; stock throttles serve until 'mongoose enable' or a restart {Versions}"
        : _decision;

    public Type? ReplaceableInterface => null;

    public void Initialise(IConfigSource source)
    {
        MongooseState.Current = null;
        try
        {
            IConfig? section = source.Configs[MongooseSettings.Section];
            MongooseSettings settings = MongooseSettings.Read(key => section?.GetString(key), message => Log.Warn($"[MONGOOSE]: {message}"));
            if (!settings.Enabled)
            {
                Decide($"off, [{MongooseSettings.Section}] Enabled is not true; stock throttles serve", Log.Info);
                return;
            }
            if (OwnShim.LeavesOut(source))
            {
                Decide($"off, [{ModuleSwitch.Section}] {OwnShim.Key} = {OwnShim.Value(source)} keeps its UDP server out: remove that key; {WhoServes(source)}", Log.Error);
                return;
            }
            MongooseState state = new(settings, OpenSimInternals.Probe());
            StockShim.Disable(source);
            MongooseState.Current = state;
            Decide($"on, order {(settings.Shaping.Order == ServiceOrder.Sparse ? "sparse" : "roundRobin")}, lending {(settings.Shaping.Lends ? "on" : "off")},"
                + $" {(state.Internals.RefillsExactly ? "exact" : "coarse")} refill", Log.Info);
        }
        catch (Exception exception)
        {
            // An exception that left here would end the simulator's start.
            Decide($"off, this OpenSimulator lacks what is needed: {Reason(exception)}; stock throttles serve", Log.Error);
        }
    }

    public void PostInitialise()
    {
    }

    public void Close() => MongooseState.Current = null;

    public void AddRegion(Scene scene) => _commands.Register(scene);

    /// <summary>Tells viewers, in OpenSimExtras of the region's simulator features, that it is worth asking for all that the path carries.</summary>
    public void RegionLoaded(Scene scene)
    {
        if (MongooseState.Current is null)
            return;
        OSDMap about = new(new Dictionary<string, OSD> { ["version"] = OSD.FromString(Version) });
        scene.RequestModuleInterface<ISimulatorFeaturesModule>()?.AddOpenSimExtraFeature("mongoose", about);
    }

    public void RemoveRegion(Scene scene)
    {
    }

    private static string Version => typeof(MongooseModule).Assembly.GetName().Version!.ToString(3);

    private static string Versions => $"(Mongoose {Version}, OpenSimulator {typeof(Scene).Assembly.GetName().Version})";

    // Mongoose's shim, which otherwise makes up for a stock one that is disabled by hand, is not there to do so.
    private static string WhoServes(IConfigSource source) => StockShim.LeavesOut(source)
        ? $"the regions have no UDP server, for {StockShim.Key} = {StockShim.Value(source)} keeps the stock one out too"
        : "stock throttles serve";

    private void Decide(string decision, Action<object> log)
    {
        _decision = $"{decision} {Versions}";
        log($"[MONGOOSE]: {_decision}");
    }

    private static string Reason(Exception exception) => exception is TargetInvocationException or TypeInitializationException
        ? Reason(exception.InnerException ?? exception)
        : exception.Message.ReplaceLineEndings(" ");
}
