using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Mongoose.Tests.Source.Measuring;

/// <summary>What says that it runs alone does so.</summary>
public sealed class AloneTests
{
    /// <summary>NUnit runs the cases of such a method beside other tests; those of a fixture with the attribute run alone.</summary>
    [Test]
    public void A_method_with_several_cases_is_not_marked_to_run_alone()
    {
        string folder = Path.Combine(Repository.Root(), "Mongoose.Tests");
        Assert.That(Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories).SelectMany(MarkedMethods), Is.Empty);
    }

    private static IEnumerable<string> MarkedMethods(string file)
    {
        string text = File.ReadAllText(file);
        return !text.Contains("[NonParallelizable]", StringComparison.Ordinal) ? []
            : CSharpSyntaxTree.ParseText(text).GetRoot().DescendantNodes().OfType<MethodDeclarationSyntax>()
                .Where(method => IsMarked(method) && HasCases(method))
                .Select(method => $"{file}: {method.Identifier}");
    }

    private static bool IsMarked(MethodDeclarationSyntax method) =>
        method.AttributeLists.SelectMany(list => list.Attributes).Any(attribute => attribute.Name.ToString() == "NonParallelizable");

    /// <summary>Whether it has parameters. A token that cancels a test with a time limit makes no cases.</summary>
    private static bool HasCases(MethodDeclarationSyntax method) =>
        method.ParameterList.Parameters.Any(parameter => parameter.Type?.ToString() != nameof(CancellationToken));
}
