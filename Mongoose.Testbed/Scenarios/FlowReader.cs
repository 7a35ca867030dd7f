using System.Text.RegularExpressions;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region.Outbound;
using Mongoose.Testbed.Scenarios.Json;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Reads the flows of a scenario.</summary>
internal static partial class FlowReader
{
    private const int MostFlows = 1000;

    public static FlowGroup[] ReadAll(JsonSection root, IReadOnlyList<DuplexLink> links, Duration length)
    {
        HashSet<string> names = [];
        List<FlowGroup> groups = [];
        foreach (JsonSection section in root.Sections("flows"))
        {
            FlowGroup group = Read(section, links, length);
            if (!names.Add(group.Name))
                section.Problem("name", "another flow has that name");
            groups.Add(group);
        }
        if (root.Has("flows") && groups.Count == 0)
            root.Problem("flows", "at least one flow is needed");
        return groups.ToArray();
    }

    private static FlowGroup Read(JsonSection section, IReadOnlyList<DuplexLink> links, Duration length)
    {
        string name = section.RequiredText("name");
        if (name.Length > 0 && !Name().IsMatch(name))
            section.Problem("name", "allowed are letters, digits and hyphens, a letter first");
        FlowGroup group = new()
        {
            Name = name,
            Count = section.Whole("count", 1, 1, MostFlows),
            Path = ReadPath(section, links),
            ExtraDelay = Duration.FromMilliseconds(section.Number("extraDelayMs", 0, 0, 100_000, "ms, one way")),
            Start = Duration.FromSeconds(section.Number("startSeconds", 0, 0, length.Seconds, "s, within the scenario")),
            StartSpread = Duration.FromSeconds(section.Number("startSpreadSeconds", 0, 0, length.Seconds, "s, within the scenario")),
            Stop = section.OptionalNumber("stopSeconds", 0, length.Seconds, "s, within the scenario") is { } stop ? Duration.FromSeconds(stop) : null,
            Kind = ReadKind(section),
        };
        if (group.Stop < group.Start)
            section.Problem("stopSeconds", "allowed is a time after startSeconds");
        section.End();
        return group;
    }

    private static string[] ReadPath(JsonSection section, IReadOnlyList<DuplexLink> links)
    {
        string[] path = section.Texts("path"), known = links.Select(link => link.Name).ToArray();
        if (path.Length == 0)
        {
            if (links.Count > 1)
                section.Problem("path", $"is missing; the links are {string.Join(", ", known)}");
            return known;
        }
        if (path.FirstOrDefault(name => !known.Contains(name)) is { } unknown)
            section.Problem("path", $"there is no link {unknown}; the links are {string.Join(", ", known)}");
        else if (path.Distinct().Count() < path.Length)
            section.Problem("path", "a flow crosses a link once");
        return path;
    }

    private static FlowKind ReadKind(JsonSection section)
    {
        if (section.Section("circuit") is not { } circuit)
        {
            section.Problem(null, "a flow needs circuit");
            return new CircuitOptions();
        }
        return ReadCircuit(circuit);
    }

    private static CircuitOptions ReadCircuit(JsonSection section)
    {
        CircuitOptions initial = new();
        CircuitOptions options = new()
        {
            Server = section.Choice("server", initial.Server, [.. OutboundNames.All]),
            Controller = section.Choice("controller", initial.Controller, "fixed"),
            Throttle = DataRate.FromKilobitsPerSecond(section.Number("throttleKbps", initial.Throttle.KilobitsPerSecond, 32, 8192, "kbit/s")),
            Activity = Choice(section, "activity", initial.Activity),
            Island = Choice(section, "island", initial.Island),
            Textures = section.Flag("textures", initial.Textures),
            Prims = section.Whole("prims", 0, 0, 100_000),
        };
        section.End();
        return options;
    }

    /// <summary>The value of an enumeration by its name with a small first letter.</summary>
    private static T Choice<T>(JsonSection section, string key, T initial)
        where T : struct, Enum
    {
        string[] names = Enum.GetNames<T>().Select(name => char.ToLowerInvariant(name[0]) + name[1..]).ToArray();
        string chosen = section.Choice(key, names[Array.IndexOf(Enum.GetValues<T>(), initial)], names);
        return Enum.GetValues<T>()[Array.IndexOf(names, chosen)];
    }

    [GeneratedRegex("^[A-Za-z][A-Za-z0-9-]*$")]
    private static partial Regex Name();
}
