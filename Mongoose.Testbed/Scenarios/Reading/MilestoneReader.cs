using System.Text.RegularExpressions;
using Mongoose.Core.Units;
using Mongoose.Testbed.Scenarios.Json;

namespace Mongoose.Testbed.Scenarios.Reading;

/// <summary>Reads the milestones of a scenario.</summary>
internal static partial class MilestoneReader
{
    private const double LeastKbps = 0.001, MostKbps = 1_000_000;

    public static Milestone[] ReadAll(JsonSection root, IReadOnlyList<FlowGroup> flows, Duration length)
    {
        List<Milestone> milestones = [];
        foreach (JsonSection section in root.Sections("milestones"))
        {
            Milestone milestone = Read(section, flows, length);
            if (milestones.Any(other => other.Name == milestone.Name))
                section.Problem("name", "another milestone has that name");
            milestones.Add(milestone);
        }
        return milestones.ToArray();
    }

    private static Milestone Read(JsonSection section, IReadOnlyList<FlowGroup> flows, Duration length)
    {
        Milestone milestone = new(
            section.RequiredText("name"),
            Duration.FromSeconds(section.RequiredNumber("atSeconds", 0, length.Seconds, "s, within the scenario")),
            DataRate.FromKilobitsPerSecond(section.RequiredNumber("kbps", LeastKbps, MostKbps, "kbit/s")),
            section.Choice("direction", "up", "up", "down") == "up",
            section.Texts("flows"));
        if (milestone.Name.Length > 0 && !Name().IsMatch(milestone.Name))
            section.Problem("name", "allowed are letters and digits, a letter first");
        if (milestone.Flows.FirstOrDefault(name => flows.All(flow => flow.Name != name)) is { } unknown)
            section.Problem("flows", $"there is no flow {unknown}");
        section.End();
        return milestone;
    }

    [GeneratedRegex("^[A-Za-z][A-Za-z0-9]*$")]
    private static partial Regex Name();
}
