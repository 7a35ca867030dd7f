using Mongoose.Core.Status.Figures;
using Mongoose.Server.Regions;
using OpenSim.Framework;
using OpenSim.Region.Framework.Interfaces;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Console;

/// <summary>The console commands "mongoose ...".</summary>
internal static class MongooseCommands
{
    /// <summary>"help Mongoose", in upper or lower case, lists the commands of this category.</summary>
    private const string Category = "Mongoose";

    private const string TypeNote =
        "Type is Rt for a root agent (an avatar in the region) or Cd for a child agent (an avatar in a neighbouring region).";

    /// <summary>Registers the commands. OpenSim keeps only those of the first region, so each command covers all regions.</summary>
    public static void Register(IRegionModuleBase module, Scene scene)
    {
        List<string> list = [];
        Add("mongoose show status", "mongoose show status", "Show the status of Mongoose and of each region", "", _ => Reports.Status());
        Add("mongoose show circuits", "mongoose show circuits [full]", "Show the rate, usage, queue and delay of each circuit",
            $"{TypeNote}\nChild agents are shown only with 'full'.\n{Figure.ColumnHelp}",
            words => Reports.Circuits(full: words.Length > 3 && words[3] == "full"));
        Add("mongoose why", "mongoose why <first-name> <last-name>", "Say why it lags for a visitor, in four lines", WhyReport.Details,
            words => words.Length == 4 ? WhyReport.Make($"{words[2]} {words[3]}") : null);
        Add("mongoose show health", "mongoose show health", "Show who suffers, from what, and how the simulator does",
            HealthReport.HealthColumns, _ => HealthReport.Health());
        Add("mongoose show incidents", "mongoose show incidents", "Show when visitors suffered, from what, and what changed before",
            HealthReport.IncidentColumns, _ => HealthReport.Incidents());
        Add("mongoose show channels", "mongoose show channels <first-name> <last-name>", "Show the channels of an agent's circuits",
            Reports.ChannelColumns,
            words => words.Length == 5 ? Reports.Channels($"{words[3]} {words[4]}") : null);
        Add("mongoose show path", "mongoose show path <first-name> <last-name>",
            "Show the last minute of an agent's paths, second by second",
            Reports.PathColumns,
            words => words.Length == 5 ? Reports.Path($"{words[3]} {words[4]}") : null);
        Add("mongoose show downloads", "mongoose show downloads",
            "Show the visitors who download by HTTP, and what each region has sent by HTTP",
            DownloadReport.Columns, _ => DownloadReport.Make());
        Add("mongoose show arrivals", "mongoose show arrivals", "Show what the last arrivals of visitors cost, and which assets cost most",
            ArrivalReport.Columns, _ => ArrivalReport.Make());
        Add("mongoose show config", "mongoose show config", "Show the [Mongoose] settings in use", "", _ => Reports.Config());
        Add("mongoose report", "mongoose report [names]", "Write one file for a bug report", ReportFile.Details,
            words => words.Length == 2 ? ReportFile.Write(withNames: false)
                : words is [_, _, "names"] ? ReportFile.Write(withNames: true) : null);
        Add("mongoose enable", "mongoose enable", "Switch from stock throttles back to Mongoose", "Circuits stay open.",
            _ => Switch(on: true));
        Add("mongoose disable", "mongoose disable", "Switch to OpenSim's stock throttles until 'mongoose enable' or a restart",
            "Circuits stay open.", _ => Switch(on: false));
        Add("mongoose reset stats", "mongoose reset stats", "Reset the counters that 'mongoose show' displays", "", _ => Reset());
        // These also catch unknown commands, which OpenSim would otherwise reject as invalid.
        foreach (string group in (string[])["mongoose", "mongoose show", "mongoose reset"])
            scene.AddCommand(Category, module, group, $"{group} ...", "List the 'mongoose' commands", "",
                (_, words) => Say(ListFor(words, list)));

        void Add(string command, string usage, string help, string details, Func<string[], string?> run)
        {
            list.Add($"{usage} - {help}");
            scene.AddCommand(Category, module, command, usage, help, details, (_, words) => Say(run(words) ?? $"Usage: {usage}"));
        }
    }

    private static void Say(string text) => MainConsole.Instance.Output("{0}", text);

    private static string ListFor(string[] words, List<string> list)
    {
        bool isGroup = words.Length <= 1 || words.Length == 2 && words[1] is "show" or "reset";
        string unknown = isGroup ? "" : $"There is no command '{string.Join(' ', words)}'. The commands are:\n";
        return unknown + string.Join('\n', list);
    }

    private static string Switch(bool on)
    {
        if (ModuleState.Current is not { } state)
            return Decision.NoRegion;
        if (state.IsShaping != on)
        {
            state.IsShaping = on;
            foreach (MongooseUdpServer server in RunningServers.All)
                server.OnSwitched();
            Decision.LogSwitch(on);
        }
        return on ? "Circuits are shaped by Mongoose." : "Circuits use stock throttles.";
    }

    private static string Reset()
    {
        foreach (MongooseUdpServer server in RunningServers.All)
            server.ResetCounters();
        return "Counters reset.";
    }
}
