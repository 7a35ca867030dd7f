using System.Text.RegularExpressions;

namespace Mongoose.Tests.Source.Documents;

/// <summary>Links between the documents and into the sources lead somewhere.</summary>
public sealed partial class LinkTests
{
    private static IEnumerable<string> Documents => PlainEnglishTests.Documents;

    [TestCaseSource(nameof(Documents))]
    public void Every_link_of_a_document_leads_to_a_file_and_a_heading(string document)
    {
        string path = Path.Combine(Repository.Root(), document);
        Assert.That(Links().Matches(WithoutCode(File.ReadAllText(path))).Select(match => match.Groups[1].Value)
            .Where(target => !IsGood(path, target)), Is.Empty);
    }

    private static bool IsGood(string document, string target)
    {
        if (target.Contains("://", StringComparison.Ordinal))
            return true;
        string[] parts = target.Split('#', 2);
        string file = parts[0].Length == 0 ? document : Path.Combine(Path.GetDirectoryName(document)!, parts[0]);
        // The page of a package is laid out for the package.
        if (document.Contains(Path.Combine("Mongoose.Packages", "Texts"), StringComparison.Ordinal))
            return true;
        return (File.Exists(file) || Directory.Exists(file)) && (parts.Length == 1 || Anchors(File.ReadAllText(file)).Contains(parts[1]));
    }

    /// <summary>The anchors that a Git host makes of headings.</summary>
    private static IEnumerable<string> Anchors(string text) => Headings().Matches(WithoutCode(text))
        .Select(match => NotInAnchors().Replace(match.Groups[1].Value.Trim().ToLowerInvariant(), "").Replace(' ', '-'));

    private static string WithoutCode(string text) => CodeBlocks().Replace(text, "");

    [GeneratedRegex(@"\]\(([^)\s]+)\)")]
    private static partial Regex Links();

    [GeneratedRegex(@"^#+ (.*)$", RegexOptions.Multiline)]
    private static partial Regex Headings();

    [GeneratedRegex(@"^\s*```.*?^\s*```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex CodeBlocks();

    [GeneratedRegex(@"[^\w\- ]")]
    private static partial Regex NotInAnchors();
}
