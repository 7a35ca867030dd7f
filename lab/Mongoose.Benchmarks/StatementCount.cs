using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Mongoose.Runtime.Output;

namespace Mongoose.Benchmarks;

/// <summary>
/// The size of the sources: files, statements and lines of code of each project, without comments, blank lines, stand-ins and build output.
/// </summary>
internal static class StatementCount
{
    /// <param name="root">The root of a checkout; null: the one that this program was built in.</param>
    /// <param name="text">Gets a table.</param>
    /// <param name="errors">Gets one line if there is no such checkout.</param>
    /// <returns>0, or 2 without a checkout.</returns>
    public static int Run(string? root, TextWriter text, TextWriter errors)
    {
        root ??= CheckoutFolder.Find();
        if (root is null || !Directory.Exists(root))
        {
            errors.WriteLine(root is null
                ? "statements: the program is not in a checkout; name the root of one"
                : $"statements {root}: not a folder; name the root of a checkout");
            return 2;
        }
        text.WriteLine("| project | files | statements | lines of code |");
        text.WriteLine("|---|---:|---:|---:|");
        (string Name, Size Size)[] projects =
        [
            .. Directory.EnumerateFiles(root, "Mongoose.*.csproj", SearchOption.AllDirectories).Where(path => !IsMade(root, path))
                .OrderBy(path => path, StringComparer.Ordinal)
                .Select(path => (Path.GetFileNameWithoutExtension(path), Of(Path.GetDirectoryName(path)!))),
        ];
        foreach ((string name, Size size) in projects)
            Write(text, name, size);
        Write(text, "without tests", Sum(projects.Where(project => !IsTest(project.Name))));
        Write(text, "tests", Sum(projects.Where(project => IsTest(project.Name))));
        return 0;
    }

    private static bool IsTest(string name) => name.Contains("Test", StringComparison.Ordinal) && name != "Mongoose.Testbed";

    private static Size Sum(IEnumerable<(string Name, Size Size)> projects) =>
        projects.Aggregate(default(Size), (sum, project) => sum + project.Size);

    private static void Write(TextWriter text, string name, Size size) =>
        text.WriteLine(string.Create(CultureInfo.InvariantCulture, $"| {name} | {size.Files} | {size.Statements} | {size.Lines} |"));

    private static Size Of(string folder) => Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories)
        .Where(path => !IsMade(folder, path) && !path.Contains("StandIns", StringComparison.Ordinal))
        .Aggregate(default(Size), (sum, path) => sum + OfFile(File.ReadAllText(path)));

    private static bool IsMade(string root, string path) =>
        Path.GetRelativePath(root, path).Split(Path.DirectorySeparatorChar).Any(part => part is "bin" or "obj" or "artifacts");

    /// <summary>A declaration of a type, a member, a case of an enum or an accessor with a body counts as one statement.</summary>
    internal static Size OfFile(string source)
    {
        SyntaxNode root = CSharpSyntaxTree.ParseText(source, new CSharpParseOptions(LanguageVersion.CSharp12)).GetRoot();
        int statements = root.DescendantNodes().Count(node => node is StatementSyntax and not BlockSyntax
            || node is MemberDeclarationSyntax and not BaseNamespaceDeclarationSyntax
            || node is AccessorDeclarationSyntax { Body: not null } or AccessorDeclarationSyntax { ExpressionBody: not null });
        int lines = root.DescendantTokens().Where(token => token.Span.Length > 0).SelectMany(LinesOf).Distinct().Count();
        return new Size(1, statements, lines);
    }

    private static IEnumerable<int> LinesOf(SyntaxToken token)
    {
        FileLinePositionSpan span = token.GetLocation().GetLineSpan();
        return Enumerable.Range(span.StartLinePosition.Line, span.EndLinePosition.Line - span.StartLinePosition.Line + 1);
    }

    internal readonly record struct Size(int Files, int Statements, int Lines)
    {
        public static Size operator +(Size left, Size right) =>
            new(left.Files + right.Files, left.Statements + right.Statements, left.Lines + right.Lines);
    }
}
