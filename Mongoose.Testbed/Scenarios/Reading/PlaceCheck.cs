using Mongoose.Testbed.Scenarios.Json;

namespace Mongoose.Testbed.Scenarios.Reading;

/// <summary>Notes what a scenario has that a place where it is to run cannot carry.</summary>
internal static class PlaceCheck
{
    /// <param name="root">The scenario's section.</param>
    /// <param name="scenario">As it was read.</param>
    public static void Check(JsonSection root, Scenario scenario)
    {
        List<PlaceKind> places = scenario.Clocks.Select(scenario.PlaceOn).ToList();
        if (scenario.Regions == RegionKind.OpenSim && !places.Contains(PlaceKind.OpenSim))
            places.Add(PlaceKind.OpenSim);
        if (places.Contains(PlaceKind.Namespaces) && scenario.Links.Count != 1)
            root.Problem("links", "with TCP on the host's clock exactly one link is allowed");
        Dictionary<string, FlowGroup> flows = scenario.Flows.DistinctBy(flow => flow.Name).ToDictionary(flow => flow.Name);
        foreach (JsonSection section in root.Sections("flows"))
        {
            if (section.OptionalText("name") is { } name && flows.TryGetValue(name, out FlowGroup? flow))
                places.ForEach(place => Check(section, flow.Kind, place));
        }
    }

    private static void Check(JsonSection flow, FlowKind kind, PlaceKind place)
    {
        foreach ((string? key, string reason) in kind.ObstaclesIn(place))
            (key is null ? flow : flow.Section(kind.Key)!).Problem(key, reason);
    }
}
