using System.Globalization;
using System.Reflection;
using log4net;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Server.Configuration;
using Mongoose.Server.OpenSimReflection;
using Nini.Config;
using OpenMetaverse.StructuredData;
using OpenSim.Region.Framework.Interfaces;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Regions;

/// <summary>
/// Decides, once and before any region exists, whether Mongoose serves the regions of this process. Only when it is enabled and everything
/// that it needs of OpenSim is there does it keep the stock UDP server from starting, in memory; otherwise it changes nothing.
/// </summary>
internal static class Decision
{
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    private static string _decision = "not started";

    /// <summary>Whether Mongoose shapes circuits now, and if not, why.</summary>
    public static string Status => ModuleState.Current is { IsShaping: false }
        ? $"disabled on the console; stock throttles serve until 'mongoose enable' or a restart {Versions}"
        : _decision;

    private static string Version => typeof(Decision).Assembly.GetName().Version!.ToString(3);

    private static string Versions => $"(Mongoose {Version}, OpenSimulator {typeof(Scene).Assembly.GetName().Version})";

    public static void Make(IConfigSource source)
    {
        Revoke();
        IConfig? section = source.Configs[MongooseSettings.Section];
        MongooseSettings settings = MongooseSettings.Read(section?.GetKeys() ?? [], key => section?.GetString(key), message => Log.Warn($"[MONGOOSE]: {message}"));
        if (!settings.Enabled)
        {
            Record($"off, [{MongooseSettings.Section}] Enabled is not true; stock throttles serve", Log.Info);
            return;
        }
        if (ModuleSwitch.OwnServer.LeavesOut(source))
        {
            Record($"off, [{ModuleSwitch.Section}] {ModuleSwitch.OwnServer.Key} = {ModuleSwitch.OwnServer.Value(source)} keeps its UDP server out: remove that key; {WhoServes(source)}", Log.Error);
            return;
        }
        Probe(settings, source);
    }

    /// <summary>Mongoose serves no region from now on.</summary>
    public static void Revoke() => ModuleState.Current = null;

    /// <summary>
    /// States in OpenSimExtras of the region's simulator features that a viewer may ask for all that its path carries, up to <c>max_rate_kbps</c>:
    /// OpenSim logs each request above that.
    /// </summary>
    public static void Announce(Scene scene)
    {
        if (ModuleState.Current is not { } state)
            return;
        Dictionary<string, OSD> about = new() { ["version"] = OSD.FromString(Version) };
        if (RunningServers.All.FirstOrDefault(server => server.Scene == scene) is { } server)
        {
            DataRate cap = state.Settings.MaxCircuitRate ?? DataRate.FromBytesPerSecond(server.ThrottleRates.ClientMaxRate);
            about["max_rate_kbps"] = OSD.FromString(Math.Floor(cap.KilobitsPerSecond).ToString(CultureInfo.InvariantCulture));
        }
        scene.RequestModuleInterface<ISimulatorFeaturesModule>()?.AddOpenSimExtraFeature("mongoose", new OSDMap(about));
    }

    /// <summary>Logs that Mongoose was enabled or disabled on the console.</summary>
    public static void LogSwitch(bool on) => Log.Info($"[MONGOOSE]: {(on ? "enabled on the console" : Status)}");

    private static void Probe(MongooseSettings settings, IConfigSource source)
    {
        ModuleState state;
        try
        {
            state = new ModuleState(settings, OpenSimInternals.Probe());
        }
        catch (Exception exception) when (!Reason(exception).Contains("Mongoose.Core", StringComparison.Ordinal))
        {
            Record($"off, this OpenSimulator lacks what is needed: {Reason(exception)}; stock throttles serve", Log.Error);
            return;
        }
        ModuleSwitch.StockServer.Disable(source);
        ModuleState.Current = state;
        ShaperOptions shaping = settings.Sending.Shaping;
        Record($"on, order {(shaping.Order == ServiceOrder.Sparse ? "sparse" : "roundRobin")}, lending {(shaping.Lends ? "on" : "off")},"
            + $" {(state.Internals.RefillsExactly ? "exact" : "coarse")} refill", Log.Info);
    }

    // Mongoose's shim, which otherwise makes up for a stock one that is disabled by hand, is not there to do so.
    private static string WhoServes(IConfigSource source) => ModuleSwitch.StockServer.LeavesOut(source)
        ? $"the regions have no UDP server, for {ModuleSwitch.StockServer.Key} = {ModuleSwitch.StockServer.Value(source)} keeps the stock one out too"
        : "stock throttles serve";

    private static void Record(string decision, Action<object> log)
    {
        _decision = $"{decision} {Versions}";
        log($"[MONGOOSE]: {_decision}");
    }

    private static string Reason(Exception exception) => exception is TargetInvocationException or TypeInitializationException
        ? Reason(exception.InnerException ?? exception)
        : exception.Message.ReplaceLineEndings(" ");
}
