using System.Globalization;
using System.Reflection;
using log4net;
using Mongoose.Core.Downloads;
using Mongoose.Core.Metadata;
using Mongoose.Core.Units;
using Mongoose.Server.Configuration;
using Mongoose.Server.Downloads;
using Mongoose.Server.OpenSimReflection;
using Nini.Config;
using OpenMetaverse.StructuredData;
using OpenSim.Region.Framework.Interfaces;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Regions;

/// <summary>
/// Decides, once and before any region exists, whether Mongoose serves the regions of this process. If Mongoose is enabled and OpenSim has
/// every member that Mongoose needs, the stock UDP server is disabled in memory; otherwise nothing is changed.
/// </summary>
internal static class Decision
{
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    private static string _decision = "not started";

    /// <summary>Whether Mongoose shapes circuits now, and if not, why.</summary>
    public static string Status => ModuleState.Current is { IsShaping: false }
        ? $"disabled on the console; using stock throttles until 'mongoose enable' or a restart {Versions}"
        : _decision;

    /// <summary>The answer of a command that needs a region, while Mongoose serves none.</summary>
    public static string NoRegion => $"Mongoose serves no region: {Status}";

    /// <summary>The settings of an enabled Mongoose, even if it could not start; null if it is not enabled.</summary>
    public static MongooseSettings? Settings { get; private set; }

    /// <summary>Mongoose's version, with its commit.</summary>
    public static string Version { get; } = BuildVersion.Of(typeof(Decision).Assembly);

    /// <summary>OpenSimulator's version.</summary>
    public static string OpenSimVersion => typeof(Scene).Assembly.GetName().Version!.ToString();

    private static string Versions => $"(Mongoose {Version}, OpenSimulator {OpenSimVersion})";

    public static void Make(IConfigSource source)
    {
        Revoke();
        IConfig? section = source.Configs[MongooseSettings.Section];
        foreach (string misspelt in SectionName.Misspelt(source, MongooseSettings.Section))
            Log.Warn($"[MONGOOSE]: section [{misspelt}] is not read: write [{MongooseSettings.Section}]");
        MongooseSettings settings =
            MongooseSettings.Read(section?.GetKeys() ?? [], key => section?.GetString(key), message => Log.Warn($"[MONGOOSE]: {message}"));
        Settings = settings.Enabled ? settings : null;
        if (!settings.Enabled)
        {
            Record($"off, [{MongooseSettings.Section}] Enabled is not true; using stock throttles", Log.Info);
            return;
        }
        if (ModuleSwitch.OwnServer.Excludes(source))
        {
            Record($"off, [{ModuleSwitch.Section}] {ModuleSwitch.OwnServer.Key} = {ModuleSwitch.OwnServer.Value(source)} "
                + $"excludes its UDP server: remove that key; {Fallback(source)}", Log.Error);
            return;
        }
        Probe(settings, source);
    }

    /// <summary>Withdraws the decision: Mongoose serves no further region.</summary>
    public static void Revoke() => ModuleState.Current = null;

    /// <summary>
    /// Announces Mongoose in the OpenSimExtras of the region's simulator features. A viewer may then request the full capacity of its path,
    /// up to <c>max_rate_kbps</c>; OpenSim logs each request above that rate.
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
            Record($"off, this OpenSimulator lacks something that Mongoose needs: {Reason(exception)}; using stock throttles", Log.Error);
            return;
        }
        ModuleSwitch.StockServer.Disable(source);
        ModuleState.Current = state;
        Record($"on, order {settings.OrderName}, lending {(settings.Sending.Shaping.Lends ? "on" : "off")},"
            + $" {(state.Internals.RefillsExactly ? "exact" : "coarse")} refill", Log.Info);
        state.Downloads = DownloadsOf(state);
    }

    private static DownloadCaps? DownloadsOf(ModuleState state)
    {
        DownloadOptions settings = state.Settings.Downloads;
        if (settings.Pacing == HttpPacing.Off)
            state.WhyUnpaced = $"[{MongooseSettings.Section}] HttpPacing = off";
        if (settings is { Pacing: HttpPacing.Off, IsPrompt: false, KeepsPipelines: false })
            return null;
        try
        {
            DownloadCaps downloads = new(DownloadInternals.Probe(), settings, state.Lines, state.Uplink, () => state.IsShaping)
            {
                IsPacing = settings.Pacing == HttpPacing.Auto && TcpState.IsSupported,
            };
            if (downloads.IsPacing)
                Log.Info($"[MONGOOSE]: downloads by HTTP are paced too; [{MongooseSettings.Section}] HttpPacing = off turns that off");
            else if (settings.Pacing == HttpPacing.Auto)
                WarnUnpaced(state, "this system does not report a connection's bytes in flight");
            return downloads;
        }
        catch (Exception exception)
        {
            WarnUnpaced(state, $"this OpenSimulator lacks something: {Reason(exception)}");
            return null;
        }
    }

    private static void WarnUnpaced(ModuleState state, string why)
    {
        state.WhyUnpaced = why;
        Log.Warn($"[MONGOOSE]: downloads by HTTP are not paced: {why}");
    }

    // If the operator has disabled the stock shim, Mongoose's shim starts the stock server instead; here Mongoose's shim is excluded as
    // well.
    private static string Fallback(IConfigSource source) => ModuleSwitch.StockServer.Excludes(source)
        ? $"the regions have no UDP server, because {ModuleSwitch.StockServer.Key} = {ModuleSwitch.StockServer.Value(source)} "
            + "excludes the stock server too"
        : "using stock throttles";

    private static void Record(string decision, Action<object> log)
    {
        _decision = $"{decision} {Versions}";
        log($"[MONGOOSE]: {_decision}");
    }

    private static string Reason(Exception exception) => exception is TargetInvocationException or TypeInitializationException
        ? Reason(exception.InnerException ?? exception)
        : exception.Message.ReplaceLineEndings(" ");
}
