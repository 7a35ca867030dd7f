using Mongoose.Server.Regions;
using OpenSim.Framework;
using OpenSim.Region.Framework.Interfaces;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Console;

/// <summary>The console commands "mongoose ...".</summary>
internal static class MongooseCommands
{
    /// <summary>OpenSim lists its commands by "help Mongoose", in whatever case.</summary>
    private const string Category = "Mongoose";

    private const string TypeNote = "Type Rt is a root agent (an avatar in the region), Cd a child agent (one that looks in from a neighbour).";

    /// <summary>Registers the commands. OpenSim keeps those of the first region, so each covers all regions.</summary>
    public static void Register(IRegionModuleBase module, Scene scene)
    {
        List<string> list = [];
        Add("mongoose show status", "mongoose show status", "Show whether and how Mongoose serves the regions", "", _ => Reports.Status());
        Add("mongoose show circuits", "mongoose show circuits [full]", "Show the circuits with their rates, use, queues and delays",
            $"{TypeNote} Child agents are shown with 'full' only.\n{Reports.CircuitColumns}",
            words => Reports.Circuits(full: words.Length > 3 && words[3] == "full"));
        Add("mongoose show channels", "mongoose show channels <first-name> <last-name>", "Show the channels of an agent's circuits",
            Reports.ChannelColumns, words => words.Length == 5 ? Reports.Channels($"{words[3]} {words[4]}") : Usage("show channels <first-name> <last-name>"));
        Add("mongoose show path", "mongoose show path <first-name> <last-name>", "Show the last minute of the paths to an agent",
            Reports.PathColumns, words => words.Length == 5 ? Reports.Path($"{words[3]} {words[4]}") : Usage("show path <first-name> <last-name>"));
        Add("mongoose show config", "mongoose show config", "Show the [Mongoose] settings in use", "", _ => Reports.Config());
        Add("mongoose enable", "mongoose enable", "Shape circuits by Mongoose, from now on", "No circuit is dropped.", _ => Switch(on: true));
        Add("mongoose disable", "mongoose disable", "Leave circuits to OpenSim's stock throttles, until enabled or restarted",
            "No circuit is dropped.", _ => Switch(on: false));
        Add("mongoose reset stats", "mongoose reset stats", "Count everything that 'mongoose show' shows from now", "", _ => Reset());
        // These catch what is no command as well, which OpenSim would call invalid.
        foreach (string group in (string[])["mongoose", "mongoose show", "mongoose reset"])
            scene.AddCommand(Category, module, group, $"{group} ...", "List the commands 'mongoose ...'", "", (_, words) => Say(ListFor(words, list)));

        void Add(string command, string usage, string help, string details, Func<string[], string> run)
        {
            list.Add($"{usage} - {help}");
            scene.AddCommand(Category, module, command, usage, help, details, (_, words) => Say(run(words)));
        }
    }

    private static void Say(string text) => MainConsole.Instance.Output("{0}", text);

    private static string Usage(string command) => $"Usage: mongoose {command}";

    private static string ListFor(string[] words, List<string> list)
    {
        bool isGroup = words.Length <= 1 || words.Length == 2 && words[1] is "show" or "reset";
        string unknown = isGroup ? "" : $"There is no command '{string.Join(' ', words)}'. The commands are:\n";
        return unknown + string.Join('\n', list);
    }

    private static string Switch(bool on)
    {
        if (ModuleState.Current is not { } state)
            return $"Mongoose serves no region: {Decision.Status}";
        if (state.IsShaping != on)
        {
            state.IsShaping = on;
            foreach (MongooseUdpServer server in RunningServers.All)
                server.OnSwitched();
            Decision.LogSwitch(on);
        }
        return on ? "Circuits are shaped by Mongoose." : "Circuits are left to stock throttles.";
    }

    private static string Reset()
    {
        foreach (MongooseUdpServer server in RunningServers.All)
            server.ResetCounters();
        return "Counting from now.";
    }
}
