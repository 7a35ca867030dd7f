using System.Text.RegularExpressions;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Findings;

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
