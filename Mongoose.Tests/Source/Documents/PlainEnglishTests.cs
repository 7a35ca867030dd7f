using System.Text.RegularExpressions;

namespace Mongoose.Tests.Source.Documents;

/// <summary>Texts that readers of the sources and documents meet: short lines, and none of the words that engineers do not use.</summary>
public sealed class PlainEnglishTests
{
    private const int MaxLine = 160, MaxCell = 200;

    private static readonly Regex Avoided =
        new(@"\b(told|whoever|of late|reckon(ed|s)?|is dear|without a word)\b", RegexOptions.IgnoreCase);
    private static readonly string[] Sources = [".cs", ".h", ".cpp", ".py", ".md", ".ini", ".example", ".props", ".targets", ".csproj"];
    private static readonly string[] Generated =
        ["bin", "obj", ".git", "packages", "TestResults", "BenchmarkDotNet.Artifacts", "__pycache__"];

    public static IEnumerable<string> Documents => Files().Where(path => Path.GetExtension(path) == ".md");

    [TestCaseSource(nameof(Documents))]
    public void A_document_has_no_line_over_160_characters_and_no_cell_over_200(string document)
    {
        bool isCode = false;
        List<string> tooLong = [];
        foreach ((string line, int number) in File.ReadLines(Path.Combine(Repository.Root(), document))
            .Select((line, index) => (line, index + 1)))
        {
            if (line.TrimStart().StartsWith("```", StringComparison.Ordinal))
                isCode = !isCode;
            else if (!isCode && IsTooLong(line))
                tooLong.Add($"{document}:{number}");
        }
        Assert.That(tooLong, Is.Empty);
    }

    [Test]
    public void No_text_has_an_avoided_word()
    {
        string own = Path.Combine("Mongoose.Tests", "Source", "Documents", nameof(PlainEnglishTests) + ".cs");
        string[] found = Files().Where(path => path != own)
            .SelectMany(path => File.ReadLines(Path.Combine(Repository.Root(), path))
                .Select((line, index) => (Place: $"{path}:{index + 1}", Text: Words(line))))
            .Where(line => Avoided.IsMatch(line.Text)).Select(line => line.Place).ToArray();
        Assert.That(found, Is.Empty);
    }

    private static bool IsTooLong(string line) => line.TrimStart().StartsWith('|')
        ? line.Split('|').Any(cell => cell.Trim().Length > MaxCell)
        : line.Length > MaxLine;

    /// <summary>Names of tests as words.</summary>
    private static string Words(string line) => line.Replace('_', ' ');

    private static IEnumerable<string> Files() => Files(new DirectoryInfo(Repository.Root()));

    private static IEnumerable<string> Files(DirectoryInfo folder) =>
        folder.EnumerateFiles().Where(file => Sources.Contains(file.Extension))
            .Select(file => Path.GetRelativePath(Repository.Root(), file.FullName))
            .Concat(folder.EnumerateDirectories().Where(inner => !Generated.Contains(inner.Name)).SelectMany(Files));
}
