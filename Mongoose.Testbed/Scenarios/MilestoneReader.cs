using System.Text.RegularExpressions;
using Mongoose.Core.Units;
using Mongoose.Testbed.Scenarios.Json;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Reads the milestones of a scenario.</summary>
internal static partial class MilestoneReader
{
    private const double MostKbps = 1_000_000;

    public static Milestone[] ReadAll(JsonSection root, Duration length)
    {
        HashSet<string> names = [];
        return root.Sections("milestones").Select(section => Read(section, length, names)).ToArray();
    }

    private static Milestone Read(JsonSection section, Duration length, HashSet<string> names)
    {
        Milestone milestone = new(
            section.RequiredText("name"),
            Duration.FromSeconds(section.RequiredNumber("atSeconds", 0, length.Seconds, "s, within the scenario")),
            DataRate.FromKilobitsPerSecond(section.RequiredNumber("kbps", 0.001, MostKbps, "kbit/s")),
            section.Choice("direction", "up", "up", "down") == "up");
        if (milestone.Name.Length > 0 && !Name().IsMatch(milestone.Name))
            section.Problem("name", "allowed are letters and digits, a letter first");
        else if (!names.Add(milestone.Name))
            section.Problem("name", "another milestone has that name");
        section.End();
        return milestone;
    }

    [GeneratedRegex("^[A-Za-z][A-Za-z0-9]*$")]
    private static partial Regex Name();
}
