using System.Text.RegularExpressions;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Places;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>docs/reference describes exactly the keys that the reader accepts and the stats that runs produce.</summary>
public sealed partial class ScenarioDocumentTests
{
    private const string Unknown = "\"?\": 0";

    /// <summary>Every section, and every variant of a section, with an unknown key, so that the reader lists the known keys.</summary>
    private const string EverySection = """
        {
          "?": 0,
          "links": {
            "NAME": {
              "down": { "?": 0, "rateSteps": [ { "?": 0 } ], "delaySteps": [ { "?": 0 } ], "reordering": { "?": 0 }, "loss": { "?": 0 },
                "clamp": { "?": 0 }, "policer": { "?": 0 } }, "up": {},
              "radio": { "?": 0 }, "?": 0
            },
            "b": { "down": { "loss": { "?": 0, "model": "bursts" } }, "up": { "loss": { "?": 0, "model": "gilbertElliott" } } },
            "c": { "down": { "loss": { "?": 0, "model": "everyNth" } }, "up": { "loss": { "?": 0, "model": "listed" } } },
            "d": { "down": { "lossSteps": [ { "?": 0 } ] }, "up": {} }
          },
          "flows": [
            { "?": 0, "circuit": { "?": 0, "viewer": { "?": 0 } } },
            { "tcp": { "?": 0, "application": { "?": 0 } } },
            { "tcp": { "application": { "?": 0, "kind": "onOff" } } },
            { "tcp": { "application": { "?": 0, "kind": "requestResponse" } } },
            { "tcp": { "application": { "?": 0, "kind": "dash" } } },
            { "tcp": { "application": { "?": 0, "kind": "paced" } } },
            { "game": { "?": 0, "down": { "?": 0 } } },
            { "particles": { "?": 0, "peer": "udp" } },
            { "particles": { "?": 0, "peer": "tcp-conflating" } },
            { "particles": { "?": 0, "peer": "sctp-ttl" } },
            { "particles": { "?": 0, "peer": "verse-cc" } },
            { "particles": { "?": 0, "peer": "enet" } },
            { "voice": { "?": 0 } },
            { "voice": { "?": 0, "rule": "paper" } },
            { "voice": { "?": 0, "rule": "fixed" } },
            { "mixer": { "?": 0 } },
            { "datagrams": { "?": 0 } },
            { "downloads": { "?": 0 } }
          ],
          "together": [ { "?": 0 } ],
          "milestones": [ { "?": 0 } ],
          "bands": [ { "?": 0 } ],
          "matrix": { "?": 0, "factors": [ { "?": 0 } ], "figures": [ { "?": 0 } ] }
        }
        """;

    /// <summary>Every kind of flow and application, some of them several times.</summary>
    private const string EveryStat = """
        {
          "title": "t", "seconds": 8,
          "links": { "LINK": { "down": { "rateKbps": 4000, "delayMs": 5, "loss": { "percent": 2 }, "clamp": { "rateKbps": 4000 } },
            "up": { "delayMs": 5, "mtuBytes": 1500, "policer": { "rateKbps": 1000, "bucketBytes": 1500 } } } },
          "flows": [
            { "name": "circuit",
              "circuit": { "prims": 10, "avatars": 2, "assets": 2, "details": true, "textureBurstBytes": 1000, "textureRestSeconds": 1 } },
                { "name": "walked", "circuit": { "walkers": 2 } }, { "name": "tracking", "circuit": { "controller": "windowTracking" } },
            { "name": "bulk", "count": 2, "tcp": { "application": { "bytes": 1000 } } },
            { "name": "onOff", "tcp": { "application": { "kind": "onOff" } } },
            { "name": "web", "tcp": { "application": { "kind": "requestResponse", "responseBytes": 1000, "thinkSeconds": 0.1 } } },
            { "name": "particles", "particles": { "peer": "udp", "frames": 50, "growFrames": 5, "shrinkFrames": 15, "settleSeconds": 1 } },
            { "name": "voice", "voice": {} }, { "name": "mixer", "mixer": { "recording": true } },
              { "name": "datagrams", "datagrams": { "rateKbps": 100 } },
            { "name": "downloads", "startSeconds": 1, "downloads": { "circuit": "walked", "objects": 2, "aloneSeconds": 1 } }
          ]
        }
        """;

    private static readonly string Keys = Text("reference", "scenario-keys.md"), Stats = Text("reference", "scenario-stats.md");
    private static readonly string Document = Text("research", "scenarios.md");

    [Test]
    public void Exactly_the_keys_that_the_reader_knows_are_described()
    {
        SortedDictionary<string, SortedSet<string>> known = new(StringComparer.Ordinal);
        foreach (string problem in ScenarioTexts.ProblemsOf(() => ScenarioTexts.Read(EverySection)))
        {
            if (UnknownKey().Match(problem) is { Success: true } match)
                Of(known, Section(match.Groups["place"].Value)).UnionWith(match.Groups["keys"].Value.Split(", "));
        }
        Assert.That(EverySection.Split(Unknown), Has.Length.GreaterThan(known.Count), "every section was reached");
        known["$.links.NAME.down.lossSteps[i]"].ExceptWith(known["$.links.NAME.down.loss"]);
        Assert.That(Lines(Tables(Keys, "### ")), Is.EqualTo(Lines(known)));
    }

    [Test]
    public void Exactly_the_stats_and_series_that_runs_produce_are_described()
    {
        Scenario[] scenarios = [ScenarioTexts.Read(EveryStat), .. ScenarioCatalogue.BuiltIn.Files.Select(Shortened.Scenario)];
        SortedSet<string> stats = new(StringComparer.Ordinal), series = new(StringComparer.Ordinal);
        foreach (Scenario scenario in scenarios)
        {
            TestbedRun run = SimulatedRun.Execute(scenario, 1, default);
            stats.UnionWith(run.Stats.Names.Select(name => General(scenario, name)));
            series.UnionWith(run.Series.Select(series => General(scenario, series.Name)));
        }
        stats.Add($"LINK.{LinkRecord.BadSegments}"); // Only runs on the host's clock have it.
        Assert.That(Tables(Stats, "## ")["Stats"], Is.EquivalentTo(stats));
        Assert.That(Tables(Stats, "## ")["Series"], Is.EquivalentTo(series));
    }

    [Test]
    public void The_example_is_the_built_in_scenario()
    {
        string example = File.ReadAllText(ScenarioCatalogue.BuiltIn.Find("circuit-alone")[0]).Trim();
        Assert.That(Document.Contains($"```json\n{example}\n```", StringComparison.Ordinal), Is.True);
    }

    private static string Text(string folder, string name) => File.ReadAllText(Path.Combine(Repository.Root(), "docs", folder, name));

    private static string Section(string place) =>
        Index().Replace(place.Replace(".b.", ".NAME.").Replace(".c.", ".NAME.").Replace(".d.", ".NAME.").Replace(".up.", ".down."), "[i]");

    private static string General(Scenario scenario, string name)
    {
        // Links first: a flow may have the name of its link.
        foreach (DuplexLink link in scenario.Links)
        {
            if (name.StartsWith($"{link.Name}.down.", StringComparison.Ordinal)
                || name.StartsWith($"{link.Name}.up.", StringComparison.Ordinal))
                return "LINK.down" + name[(name.IndexOf('.', link.Name.Length + 1))..];
        }
        if (scenario.Together.Any(union => name.StartsWith(union.Name + ".", StringComparison.Ordinal)))
            return "GROUP" + name[name.IndexOf('.')..];
        foreach (FlowGroup group in scenario.Flows)
        {
            if (name.StartsWith(group.Name + "/", StringComparison.Ordinal))
                return "GROUP/GROUP";
            foreach (string member in group.Members.Append(group.Name))
            {
                if (scenario.Milestones.Any(milestone => name == $"{member}.{milestone.Stat}"))
                    return "FLOW.MILESTONESeconds";
                if (name.StartsWith(member + ".", StringComparison.Ordinal)
                    && ChannelDetails().Match(name[member.Length..]) is { Success: true } channel)
                    return "FLOW.CHANNEL" + channel.Groups["what"].Value;
                if (name.StartsWith(member + ".", StringComparison.Ordinal))
                    return GroupStats().IsMatch(name[member.Length..]) ? "GROUP" + name[member.Length..] : "FLOW" + name[member.Length..];
            }
        }
        return name;
    }

    /// <summary>The names in the first column of the tables below each heading of that level.</summary>
    private static SortedDictionary<string, SortedSet<string>> Tables(string document, string level)
    {
        SortedDictionary<string, SortedSet<string>> tables = new(StringComparer.Ordinal);
        string heading = "";
        foreach (string line in document.Split('\n'))
        {
            if (line.StartsWith(level, StringComparison.Ordinal))
                heading = line[level.Length..].Trim('`');
            else if (line.StartsWith('#'))
                heading = "";
            else if (heading.Length > 0 && line.StartsWith("| `", StringComparison.Ordinal))
                Of(tables, heading).UnionWith(Names(line.Split('|')[1].Split('`')));
        }
        return tables;
    }

    /// <summary>The names in a cell. One that begins with a point replaces the last part of the first name.</summary>
    private static IEnumerable<string> Names(string[] cell) => cell.Where((_, index) => index % 2 == 1)
        .Select(name => name.StartsWith('.') ? cell[1][..cell[1].LastIndexOf('.')] + name : name);

    private static SortedSet<string> Of(SortedDictionary<string, SortedSet<string>> sections, string name)
    {
        if (!sections.TryGetValue(name, out SortedSet<string>? keys))
            sections.Add(name, keys = new SortedSet<string>(StringComparer.Ordinal));
        return keys;
    }

    private static IEnumerable<string> Lines(SortedDictionary<string, SortedSet<string>> sections) =>
        sections.Select(section => $"{section.Key}: {string.Join(" ", section.Value)}");

    /// <summary>The per-channel stats of circuits with details, except the delays of Task, which all circuits have.</summary>
    [GeneratedRegex(@"^\.(resend|land|wind|cloud|task|texture|asset)(?<what>Packets|Missing|Resent|(?<!task)DelayMs\.p\d+)$")]
    private static partial Regex ChannelDetails();

    [GeneratedRegex(@"^(?<place>\S+)\.\?: unknown key; allowed are (?<keys>.*)$")]
    private static partial Regex UnknownKey();

    [GeneratedRegex(@"\[\d+\]")]
    private static partial Regex Index();

    [GeneratedRegex(@"^\.(totalKbps|jain|leastBinShare|fairShareRatio)$")]
    private static partial Regex GroupStats();
}
