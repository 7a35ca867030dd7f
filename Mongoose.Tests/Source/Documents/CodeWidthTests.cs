using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;

namespace Mongoose.Tests.Source.Documents;

/// <summary>Lines of code fit beside each other in a review.</summary>
public sealed class CodeWidthTests
{
    private const int MaxColumns = 140;

    private static readonly string[] Generated = ["bin", "obj", ".git", "packages", "TestResults", "BenchmarkDotNet.Artifacts"];

    [Test]
    public void No_line_of_code_is_longer_than_140_columns() =>
        Assert.That(Files(new DirectoryInfo(Repository.Root())).SelectMany(LongLines), Is.Empty);

    private static IEnumerable<string> LongLines(string path)
    {
        SourceText text = SourceText.From(File.ReadAllText(Path.Combine(Repository.Root(), path)));
        TextLine[] lines = [.. text.Lines.Where(line => line.Span.Length > MaxColumns)];
        if (lines.Length == 0)
            return [];
        SyntaxNode root = CSharpSyntaxTree.ParseText(text).GetRoot();
        return lines.Where(line => !IsText(root.FindToken(line.Start))).Select(line => $"{path}:{line.LineNumber + 1}");
    }

    /// <summary>Whether a token is a text of several lines, such as a help text, whose breaks are part of it.</summary>
    private static bool IsText(SyntaxToken token) =>
        token.IsKind(SyntaxKind.MultiLineRawStringLiteralToken) || token.IsKind(SyntaxKind.InterpolatedStringTextToken);

    private static IEnumerable<string> Files(DirectoryInfo folder) =>
        folder.EnumerateFiles("*.cs").Select(file => Path.GetRelativePath(Repository.Root(), file.FullName))
            .Concat(folder.EnumerateDirectories().Where(inner => !Generated.Contains(inner.Name)).SelectMany(Files));
}
