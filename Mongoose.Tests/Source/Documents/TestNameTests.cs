using System.Text.RegularExpressions;

namespace Mongoose.Tests.Source.Documents;

/// <summary>The tests that documents name exist. A wrong name would stay unnoticed: <c>dotnet test</c> succeeds without any test.</summary>
public sealed partial class TestNameTests
{
    private static readonly Lazy<string[]> Tests = new(() =>
        [.. Directory.EnumerateFiles(Path.Combine(Repository.Root(), "Mongoose.Tests"), "*.cs", SearchOption.AllDirectories)
            .SelectMany(path => FullNames(File.ReadAllText(path)))]);

    private static IEnumerable<string> Documents => PlainEnglishTests.Documents;

    [TestCaseSource(nameof(Documents))]
    public void Every_test_that_a_document_names_exists(string document)
    {
        string text = File.ReadAllText(Path.Combine(Repository.Root(), document));
        IEnumerable<string> filters = Filters().Matches(text).Select(match => match.Groups[1].Value);
        IEnumerable<string> classes = Classes().Matches(text).Select(match => $".{match.Groups[1].Value}.");
        Assert.That(filters.Concat(classes).Where(name => !Exists(name)), Is.Empty);
    }

    /// <summary>Whether a filter with this name, or part of a name, chooses a test.</summary>
    private static bool Exists(string name) => Array.Exists(Tests.Value, test => test.Contains(name, StringComparison.Ordinal));

    /// <summary>Namespace, class and method, of all classes and calls of a file: more than its tests, which does no harm.</summary>
    private static IEnumerable<string> FullNames(string source)
    {
        string place = Namespace().Match(source).Groups[1].Value;
        return ClassNames().Matches(source).SelectMany(type => Methods().Matches(source)
            .Select(method => $"{place}.{type.Groups[1].Value}.{method.Groups[1].Value}"));
    }

    [GeneratedRegex(@"FullyQualifiedName[~=]([\w.]+)")]
    private static partial Regex Filters();

    [GeneratedRegex(@"`(?:[\w./]+/)?(\w+Tests)`")]
    private static partial Regex Classes();

    [GeneratedRegex(@"^namespace ([\w.]+)", RegexOptions.Multiline)]
    private static partial Regex Namespace();

    [GeneratedRegex(@"\bclass (\w+)")]
    private static partial Regex ClassNames();

    [GeneratedRegex(@"\b(\w+)\(")]
    private static partial Regex Methods();
}
