using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Testbed.Scenarios;

/// <summary>What the parts of a scenario must be like together.</summary>
internal static class ScenarioRules
{
    public static void Check(Scenario scenario, ISettingReport report)
    {
        double length = scenario.Length.Seconds;
        Within(report, "warmUpSeconds", scenario.WarmUp, length, "no longer than the scenario");
        if (report.Has("flows") && scenario.Flows.All(flow => flow.Count == 0))
            report.Problem("flows", "at least one flow is needed");
        for (int i = 0; i < scenario.Flows.Count; i++)
            Check(scenario, scenario.Flows[i], i, report);
        for (int i = 0; i < scenario.Milestones.Count; i++)
            Check(scenario, scenario.Milestones[i], i, report);
    }

    private static void Check(Scenario scenario, FlowGroup flow, int i, ISettingReport report)
    {
        string place = $"flows[{i}]";
        foreach ((string key, Duration? time) in ((string, Duration?)[])
            [("startSeconds", flow.Start), ("startSpreadSeconds", flow.StartSpread), ("stopSeconds", flow.Stop)])
            Within(report, $"{place}.{key}", time ?? Duration.Zero, scenario.Length.Seconds, "within the scenario");
        if (scenario.Flows.Take(i).Any(other => other.Name == flow.Name))
            report.Problem($"{place}.name", "another flow has that name");
        CheckPath(scenario.Links.Select(link => link.Name).ToArray(), flow, $"{place}.path", report);
        CheckWindow(scenario, flow, place, report);
        if (scenario.Regions == RegionKind.OpenSim)
            CheckOfOpenSim(flow.Kind, place, report);
    }

    private static void CheckPath(string[] links, FlowGroup flow, string place, ISettingReport report)
    {
        if (flow.Path.Count == 0 && links.Length > 1)
            report.Problem(place, $"is missing; the links are {string.Join(", ", links)}");
        else if (flow.Path.FirstOrDefault(name => !links.Contains(name)) is { } unknown)
            report.Problem(place, $"there is no link {unknown}; the links are {string.Join(", ", links)}");
        else if (flow.Path.Distinct().Count() < flow.Path.Count)
            report.Problem(place, "a flow crosses a link once");
    }

    /// <summary>A flow of which nothing is measured would look like one that carries nothing.</summary>
    private static void CheckWindow(Scenario scenario, FlowGroup flow, string place, ISettingReport report)
    {
        Duration from = Duration.Max(scenario.WarmUp, flow.Start + flow.StartSpread);
        if (flow.Stop is not null && flow.Kind is TcpFlowOptions { Application: not BulkApplication })
            report.Problem($"{place}.stopSeconds", "allowed for circuits, games and bulk transfers only");
        else if (flow.Stop <= from)
            report.Problem($"{place}.stopSeconds", "allowed is a time after startSeconds, startSpreadSeconds and warmUpSeconds");
        else if (scenario.Length <= from)
            report.Problem(place, "allowed are a start and a warm-up that end before the scenario does");
    }

    /// <summary>What a flow wants that the regions of a real OpenSimulator do not have.</summary>
    private static void CheckOfOpenSim(FlowKind kind, string place, ISettingReport report)
    {
        if (kind is not CircuitOptions circuit)
            report.Problem(place, "with regions openSim a flow is a circuit");
        else if (circuit.TexturePacketBytes.Any(bytes => bytes != RegionOptions.OpenSimTexturePacketBytes))
            report.Problem($"{place}.circuit.texturePacketBytes", $"with regions openSim {RegionOptions.OpenSimTexturePacketBytes} is allowed");
        else if (circuit.Avatars > 0)
            report.Problem($"{place}.circuit.avatars", "with regions openSim 0 is allowed");
    }

    private static void Check(Scenario scenario, Milestone milestone, int i, ISettingReport report)
    {
        string place = $"milestones[{i}]";
        Within(report, $"{place}.atSeconds", milestone.At, scenario.Length.Seconds, "within the scenario");
        if (scenario.Milestones.Take(i).Any(other => other.Name == milestone.Name))
            report.Problem($"{place}.name", "another milestone has that name");
        if (milestone.Flows.FirstOrDefault(name => scenario.Flows.All(flow => flow.Name != name)) is { } unknown)
            report.Problem($"{place}.flows", $"there is no flow {unknown}");
    }

    private static void Within(ISettingReport report, string place, Duration time, double seconds, string note)
    {
        if (time.Seconds > seconds)
            report.Problem(place, $"allowed are 0 to {SettingValue.Text(seconds)} s, {note}");
    }
}
