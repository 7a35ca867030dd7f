using System.Text.RegularExpressions;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Server.Tests.Status;

/// <summary>docs/operators/it-lags.md explains what the console and the page name.</summary>
public sealed partial class LagDocumentTests
{
    private static readonly string Document =
        File.ReadAllText(Path.Combine(Repository.Root(), "docs", "operators", "it-lags.md")).ReplaceLineEndings("\n");

    [Test]
    public void It_has_a_row_for_each_cause_with_the_page_s_words() => Assert.That(
        Rows("| cause | on the page |").Select(row => (row.Groups[1].Value, row.Groups[2].Value)),
        Is.EquivalentTo(Cause.All.Select(cause => (cause.Name, cause.Title))));

    [Test]
    public void It_has_a_row_for_each_part_of_the_simulator() => Assert.That(
        Rows("| part |").Select(row => row.Groups[1].Value),
        Is.EquivalentTo(Enum.GetNames<SimulatorPart>().Select(part => part.ToLowerInvariant())));

    [Test]
    public void The_first_example_is_what_the_console_says_of_a_visitor_who_suffers()
    {
        string[] example = Document.Split("```\n").Single(block => block.StartsWith("Ruth Example in ", StringComparison.Ordinal))
            .Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Diagnosis diagnosis = Diagnosis.Make(Crowded);
        IReadOnlyList<string> lines = Explanation.Of(diagnosis.Visitors.Single(), diagnosis);
        Assert.That(diagnosis.Harmed, Is.EqualTo(1));
        Assert.That(example, Has.Length.EqualTo(lines.Count));
        // The document leaves out the rest of a line where it has "...".
        Assert.That(lines.Zip(example, (line, shown) => shown.EndsWith("...", StringComparison.Ordinal)
            ? $"{line[..Math.Min(line.Length, shown.Length - 3)]}..." : line), Is.EqualTo(example));
    }

    /// <summary>Other programs use the host.</summary>
    private static Evidence Crowded
    {
        get
        {
            Duration frame = Duration.FromMilliseconds(90.9);
            RegionHealth inTime = new() { TargetFrame = frame, Frame = frame, Dilation = 1 };
            RegionEvidence region = new() { Name = "Welcome", IsShaping = true, Health = inTime };
            DataRate rate = DataRate.FromKilobitsPerSecond(3000);
            CircuitFigures figures = new() { Name = "Ruth Example", Region = region.Name, RequestedRate = rate, AllowedRate = rate };
            return new Evidence
            {
                Process = new ProcessHealth
                {
                    UsedCores = 0.8,
                    AllowedCores = 4,
                    HostUsedCores = 3.9,
                    HostCores = 4,
                    Late = 0.31,
                    Lateness = Duration.FromMilliseconds(640),
                },
                Regions = [region],
                Visitors = [new VisitorEvidence { Figures = figures, Region = region, RoundTrips = [87] }],
            };
        }
    }

    /// <summary>The rows of the table that begins with a head.</summary>
    private static IEnumerable<Match> Rows(string head)
    {
        int begin = Document.IndexOf($"\n{head}", StringComparison.Ordinal);
        Assert.That(begin, Is.Not.Negative, head);
        string table = Document[begin..Document.IndexOf("\n\n", begin, StringComparison.Ordinal)];
        return Row().Matches(table);
    }

    [GeneratedRegex(@"^\| `(\w+)` \| ([^|]+) \|", RegexOptions.Multiline)]
    private static partial Regex Row();
}
