using System.Reflection;
using log4net;
using Mongoose.Core.Shaping;
using Mongoose.Server.Access;
using Mongoose.Server.Configuration;
using Mongoose.Server.Console;
using Mono.Addins;
using Nini.Config;
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
    /// <summary>OpenSim reads this key again for every region; "disabled" keeps its stock shim from being used.</summary>
    internal const string StockShimSection = "Modules", StockShimKey = "Setup_LLUDPServerShim", Disabled = "disabled";

    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    private readonly MongooseCommands _commands;

    public MongooseModule() => _commands = new MongooseCommands(this);

    public string Name => "Mongoose";

    /// <summary>What was decided at the start, and why.</summary>
    internal string Decision { get; private set; } = "not started";

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
                Decide($"off, [{MongooseSettings.Section}] Enabled is not true; stock throttles serve ({OpenSimVersion})", Log.Info);
                return;
            }
            MongooseState state = new(settings, OpenSimInternals.Probe());
            (source.Configs[StockShimSection] ?? source.AddConfig(StockShimSection)).Set(StockShimKey, Disabled);
            MongooseState.Current = state;
            Decide($"on, version {Version}, order {(settings.Shaping.Order == ServiceOrder.Sparse ? "sparse" : "roundRobin")}, lending {(settings.Shaping.Lends ? "on" : "off")},"
                + $" {(state.Internals.RefillsExactly ? "exact" : "coarse")} refill ({OpenSimVersion})", Log.Info);
        }
        catch (Exception exception)
        {
            // An exception that left here would end the simulator's start.
            Decide($"off, this OpenSimulator lacks what is needed: {Reason(exception)}; stock throttles serve ({OpenSimVersion})", Log.Error);
        }
    }

    public void PostInitialise()
    {
    }

    public void Close() => MongooseState.Current = null;

    public void AddRegion(Scene scene) => _commands.Register(scene);

    public void RegionLoaded(Scene scene)
    {
    }

    public void RemoveRegion(Scene scene)
    {
    }

    internal static string Version => typeof(MongooseModule).Assembly.GetName().Version!.ToString(3);

    internal static string OpenSimVersion => $"OpenSimulator {typeof(Scene).Assembly.GetName().Version}";

    private void Decide(string decision, Action<object> log)
    {
        Decision = decision;
        log($"[MONGOOSE]: {decision}");
    }

    private static string Reason(Exception exception) => exception is TargetInvocationException or TypeInitializationException
        ? Reason(exception.InnerException ?? exception)
        : exception.Message.ReplaceLineEndings(" ");
}
