using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Mongoose.Tests.Source.Architecture;

/// <summary>
/// The uses of types by name in source files. A constant and a <c>nameof</c> leave no trace in the compiled assembly, and a type of an
/// enclosing namespace needs no using directive.
/// </summary>
internal static class NameUses
{
    private static readonly CSharpParseOptions Language = new(LanguageVersion.CSharp12);

    /// <summary>Uses of types of an enclosing namespace.</summary>
    public static IEnumerable<(string From, string To, string Why)> OfEnclosing(IEnumerable<string> files)
    {
        CompilationUnitSyntax[] units =
            [.. files.Select(path => CSharpSyntaxTree.ParseText(File.ReadAllText(path), Language, path).GetCompilationUnitRoot())];
        ILookup<string, string> declared = units.SelectMany(Declared).ToLookup(type => type.Name, type => type.Namespace);
        return from unit in units
               from name in Used(unit).Distinct()
               from enclosing in declared[name]
               let own = NamespaceOf(unit)
               where own.StartsWith(enclosing + ".", StringComparison.Ordinal) && !declared[name].Contains(own)
               select (own, enclosing, $"{Path.GetFileName(unit.SyntaxTree.FilePath)} names {name}");
    }

    private static IEnumerable<(string Name, string Namespace)> Declared(CompilationUnitSyntax unit) =>
        unit.Members.OfType<BaseNamespaceDeclarationSyntax>().SelectMany(space => space.Members).OfType<BaseTypeDeclarationSyntax>()
            .Select(type => (type.Identifier.Text, NamespaceOf(unit)));

    private static string NamespaceOf(CompilationUnitSyntax unit) =>
        unit.Members.OfType<BaseNamespaceDeclarationSyntax>().FirstOrDefault()?.Name.ToString() ?? "";

    /// <summary>The names that may be types: not the members of something else, and not the properties that an initializer sets.</summary>
    private static IEnumerable<string> Used(CompilationUnitSyntax unit)
    {
        HashSet<string> members =
            [.. unit.DescendantNodes().OfType<PropertyDeclarationSyntax>().Select(property => property.Identifier.Text)];
        return unit.DescendantNodes().OfType<SimpleNameSyntax>().Where(IsFirst).Select(name => name.Identifier.Text)
            .Where(name => !members.Contains(name));
    }

    private static bool IsFirst(SimpleNameSyntax name) => name.Parent switch
    {
        MemberAccessExpressionSyntax access => access.Expression == name,
        QualifiedNameSyntax qualified => qualified.Left == name,
        AssignmentExpressionSyntax { Parent: InitializerExpressionSyntax } assignment => assignment.Right == name,
        MemberBindingExpressionSyntax or NameColonSyntax or NameEqualsSyntax or SubpatternSyntax => false,
        _ => true,
    };
}
