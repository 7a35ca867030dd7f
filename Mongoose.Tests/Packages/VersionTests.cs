using System.Reflection;
using System.Text.RegularExpressions;
using Mongoose.Tests.Compatibility;
using Mono.Cecil;

namespace Mongoose.Tests.Packages;

/// <summary>One version, in every place that states it.</summary>
public sealed class VersionTests
{
    private static string Version => MadePackages.Checkout.Version;

    [TestCase("Mongoose.Server")]
    [TestCase("Mongoose.Core")]
    [TestCase("mongoose-bot")]
    [TestCase("mongoose-mixer")]
    [TestCase("mongoose-testbed")]
    public void Every_assembly_has_it(string assembly)
    {
        string path = assembly == "Mongoose.Server" ? Built.Module : Path.Combine(AppContext.BaseDirectory, assembly + ".dll");
        Assert.That(AssemblyName.GetAssemblyName(path).Version!.ToString(3), Is.EqualTo(Version));
    }

    [Test]
    public void The_add_in_that_OpenSimulator_logs_has_it()
    {
        using AssemblyDefinition module = AssemblyDefinition.ReadAssembly(Built.Module);
        CustomAttribute addin = module.CustomAttributes.Single(attribute => attribute.AttributeType.Name == "AddinAttribute");
        Assert.That(addin.ConstructorArguments.Select(argument => argument.Value), Is.EqualTo(new[] { "Mongoose", Version }));
    }

    [TestCase("README.md")]
    [TestCase("docs/OPERATORS.md")]
    public void Documents_name_the_packages_of_this_version(string document)
    {
        string[] named = Regex.Matches(File.ReadAllText(Path.Combine(Repository.Root(), document)), @"mongoose-(\d+\.\d+\.\d+)-\w+\.zip")
            .Select(match => match.Groups[1].Value).Distinct().ToArray();
        Assert.That(named, Is.EqualTo(new[] { Version }));
    }

    [Test]
    public void The_changelog_begins_with_it_or_with_what_comes_after_it()
    {
        string[] headings = File.ReadLines(Path.Combine(Repository.Root(), "CHANGELOG.md")).Where(line => line.StartsWith("## ", StringComparison.Ordinal)).ToArray();
        Assert.That(headings.First(heading => heading != "## Unreleased"), Does.Match($@"^## {Regex.Escape(Version)} - \d{{4}}-\d\d-\d\d$"));
    }
}
