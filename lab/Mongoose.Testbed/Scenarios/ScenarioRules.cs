using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;

namespace Mongoose.Testbed.Scenarios;

/// <summary>The rules that involve several parts of a scenario.</summary>
internal static class ScenarioRules
{
    public static void Check(Scenario scenario, ISettingReport report)
    {
        Within(report, "warmUpSeconds", scenario.WarmUp, scenario.Length.Seconds, "no longer than the scenario");
        if (report.Has("clocks") && scenario.Clocks.Count == 0)
            report.Problem("clocks", "allowed are sim, real, or both in a list");
        if (report.Has("flows") && scenario.Flows.All(flow => flow.Count == 0))
            report.Problem("flows", "at least one flow is needed");
        for (int i = 0; i < scenario.Flows.Count; i++)
            Check(scenario, scenario.Flows[i], i, report);
        for (int i = 0; i < scenario.Milestones.Count; i++)
            Check(scenario, scenario.Milestones[i], i, report);
        for (int i = 0; i < scenario.Together.Count; i++)
            Check(scenario, scenario.Together[i], i, report);
        CheckPlaces(scenario, report);
        CheckPair(scenario, report);
    }

    private static void Check(Scenario scenario, FlowGroup flow, int i, ISettingReport report)
    {
        string place = $"flows[{i}]";
        foreach ((string key, Duration? time) in ((string, Duration?)[])
            [("startSeconds", flow.Start), ("startSpreadSeconds", flow.StartSpread), ("stopSeconds", flow.Stop)])
            Within(report, $"{place}.{key}", time ?? Duration.Zero, scenario.Length.Seconds, "within the scenario");
        if (scenario.Flows.Take(i).Any(other => other.Name == flow.Name))
            report.Problem($"{place}.name", "another flow has that name");
        CheckPath(scenario, flow, $"{place}.path", report);
        CheckWindow(scenario, flow, place, report);
        if (flow.Kind is DownloadFlowOptions downloads)
            Check(scenario, flow, downloads, place, report);
        if (flow.Kind is CircuitOptions { RateControl.IsReversed: true })
            report.Problem($"{place}.circuit.minKbps", "allowed is at most maxKbps");
    }

    private static void Check(Scenario scenario, FlowGroup flow, DownloadFlowOptions downloads, string place, ISettingReport report)
    {
        place += ".downloads";
        FlowGroup? circuit = scenario.Flows.FirstOrDefault(other => other.Name == downloads.Circuit && other.Count > 0);
        if (circuit?.Kind is not CircuitOptions)
            report.Problem($"{place}.circuit", $"there is no circuit {downloads.Circuit}");
        else if (circuit.Count < flow.Count)
            report.Problem($"{place}.circuit", $"{downloads.Circuit} has fewer members than this flow");
        Within(report, $"{place}.aloneSeconds", downloads.Alone, flow.Start.Seconds, "the time before the start");
    }

    private static void CheckPath(Scenario scenario, FlowGroup flow, string place, ISettingReport report)
    {
        string[] links = scenario.Links.Select(link => link.Name).ToArray();
        if (flow.Path.Count == 0 && links.Length > 1)
            report.Problem(place, $"is missing; the links are {string.Join(", ", links)}");
        else if (flow.Path.FirstOrDefault(name => !links.Contains(name)) is { } unknown)
            report.Problem(place, $"there is no link {unknown}; the links are {string.Join(", ", links)}");
        else if (flow.Path.Distinct().Count() < flow.Path.Count)
            report.Problem(place, "a flow can cross a link only once");
        else if (flow.Path.Count > 0 && !flow.Path.SequenceEqual(links) && PlacesOf(scenario).Any(HasHosts))
            report.Problem(place, "with TCP on the host's clock, every flow crosses all links, "
                + $"in the file's order: {string.Join(", ", links)}");
    }

    /// <summary>Rejects flows that could not be measured, because they would look like flows that carry nothing.</summary>
    private static void CheckWindow(Scenario scenario, FlowGroup flow, string place, ISettingReport report)
    {
        if (flow.Kind is ParticleOptions particles && flow.Start + flow.StartSpread + particles.Length is { } settled
            && scenario.Length < settled)
            report.Problem("seconds", $"allowed is at least {SettingValue.Text(settled.Seconds)} s, "
                + $"when the particles of {flow.Name} have settled");
        Duration from = Duration.Max(scenario.WarmUp, flow.Start + flow.StartSpread);
        if (flow.Stop is not null && !flow.Kind.CanStop)
            report.Problem($"{place}.stopSeconds",
                "only allowed for flows that send until they are stopped, not for particles, downloads with objects, or TCP applications "
                + "other than bulk");
        else if (flow.Stop <= from)
            report.Problem($"{place}.stopSeconds", "allowed is a time after startSeconds + startSpreadSeconds and after warmUpSeconds");
        else if (scenario.Length <= from)
            report.Problem(place, "the latest start and the warm-up must end before the scenario does");
    }

    /// <summary>Reports features of the scenario that the places where it should run do not support.</summary>
    private static void CheckPlaces(Scenario scenario, ISettingReport report)
    {
        PlaceKind[] places = PlacesOf(scenario);
        if (places.Any(HasHosts) && scenario.Links.Count == 0)
            report.Problem("links", "with TCP on the host's clock, at least one link is needed");
        foreach (DuplexLink link in scenario.Links)
        {
            Check(scenario, link, "down", link.DownClamp, places, report);
            Check(scenario, link, "up", link.UpClamp, places, report);
        }
        for (int i = 0; i < scenario.Flows.Count; i++)
        {
            FlowKind kind = scenario.Flows[i].Kind;
            if (places.Contains(PlaceKind.OpenSimHosts) && scenario.Flows[i].ExtraDelay + scenario.Flows[i]
                .ExtraDelaySpread > Duration.Zero)
                report.Problem($"flows[{i}]", "with downloads in an OpenSimulator, extraDelayMs and extraDelaySpreadMs must be 0");
            foreach ((string? key, string reason) in places.SelectMany(kind.ObstaclesIn))
                report.Problem(key is null ? $"flows[{i}]" : $"flows[{i}].{kind.Key}.{key}", reason);
        }
    }

    /// <summary>Whether there is one line between two hosts, which every packet crosses.</summary>
    private static bool HasHosts(PlaceKind place) => place is PlaceKind.Namespaces or PlaceKind.OpenSimHosts;

    /// <summary>The places where the scenario should run.</summary>
    private static PlaceKind[] PlacesOf(Scenario scenario) => scenario.Clocks.Select(scenario.PlaceOn)
        .Concat(scenario.Regions == RegionKind.OpenSim ? [scenario.PlaceOn(ClockKind.Real)] : []).Distinct().ToArray();

    private static void Check(Scenario scenario, DuplexLink link, string way, ClampOptions? clamp, PlaceKind[] places,
        ISettingReport report)
    {
        if (clamp is null)
            return;
        string place = $"links.{link.Name}.{way}.clamp";
        if (places.Contains(PlaceKind.OpenSim))
            report.Problem(place, "with regions openSim there is no TCP whose windows it could limit");
        else if (clamp is { Auto: true, Queue: ClampedQueue.Upstream } && !scenario.Flows.Any(flow => HasLinkBefore(flow, link.Name, way)))
            report.Problem($"{place}.queue", "no flow has a link before this one; use queue own");
    }

    /// <summary>
    /// Whether a flow's data crosses another link before the given one, if it travels in the given direction. A path begins at the server.
    /// </summary>
    private static bool HasLinkBefore(FlowGroup flow, string link, string way)
    {
        string[] order = way == "down" ? [.. flow.Path] : [.. flow.Path.Reverse()];
        return Array.IndexOf(order, link) > 0;
    }

    private static void CheckPair(Scenario scenario, ISettingReport report)
    {
        if (scenario.Pair.Count == 0)
            return;
        bool isOfTwo = scenario.Pair.Count == 2 && scenario.Pair[0] != scenario.Pair[1];
        if (!isOfTwo
            || scenario.Pair.Any(name => !scenario.Flows.Any(flow => flow.Name == name && flow.Kind is CircuitOptions { Details: true })))
            report.Problem("pair", "allowed are the names of two different circuits with details");
    }

    private static void Check(Scenario scenario, Milestone milestone, int i, ISettingReport report)
    {
        string place = $"milestones[{i}]";
        Within(report, $"{place}.atSeconds", milestone.At, scenario.Length.Seconds, "within the scenario");
        if (scenario.Milestones.Take(i).Any(other => other.Name == milestone.Name))
            report.Problem($"{place}.name", "another milestone has that name");
        if (milestone.Flows.FirstOrDefault(name => scenario.Flows.All(flow => flow.Name != name)) is { } unknown)
            report.Problem($"{place}.flows", $"there is no flow {unknown}");
        else if (scenario.Flows.FirstOrDefault(flow => milestone.Flows.Contains(flow.Name) && !CanReach(flow, milestone)) is { } other)
            report.Problem(milestone.Streams is null ? $"{place}.kbps" : $"{place}.streams",
                milestone.Streams is null ? $"{other.Name} is voice; use streams" : $"{other.Name} is no voice; use kbps");
    }

    /// <summary>
    /// Whether the milestone is of the flows' kind: streams of voice, requested rates of others, rates on the line of all.
    /// </summary>
    private static bool CanReach(FlowGroup flow, Milestone milestone) =>
        milestone.LineRate is not null || flow.Kind is VoiceOptions == milestone.Streams is not null;

    private static void Check(Scenario scenario, FlowUnion union, int i, ISettingReport report)
    {
        string place = $"together[{i}]";
        if (scenario.Flows.Any(flow => flow.Name == union.Name) || scenario.Together.Take(i).Any(other => other.Name == union.Name))
            report.Problem($"{place}.name", "a flow or another union has that name");
        if (union.Flows.FirstOrDefault(name => scenario.Flows.All(flow => flow.Name != name)) is { } unknown)
            report.Problem($"{place}.flows", $"there is no flow {unknown}");
        else if (union.Flows.Distinct().Count() < 2)
            report.Problem($"{place}.flows", "allowed are at least two names of flows");
    }

    private static void Within(ISettingReport report, string place, Duration time, double seconds, string note)
    {
        if (time.Seconds > seconds)
            report.Problem(place, $"allowed are 0 to {SettingValue.Text(seconds)} s, {note}");
    }
}
