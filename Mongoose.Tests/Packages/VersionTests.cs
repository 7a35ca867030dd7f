using System.Diagnostics;
using System.Reflection;
using System.Text.RegularExpressions;
using Mongoose.Packages;
using Mono.Cecil;

namespace Mongoose.Tests.Packages;

/// <summary>One version, in every place that states it.</summary>
public sealed class VersionTests
{
    private static readonly string[] Assemblies =
        ["Mongoose.Server", "Mongoose.Core", "mongoose-bot", "mongoose-mixer", "mongoose-testbed", "mongoose-packages"];

    private static Checkout Checkout => MadePackages.Checkout;

    [TestCaseSource(nameof(Assemblies))]
    public void Every_assembly_has_its_numbers(string assembly)
    {
        Assert.That(AssemblyName.GetAssemblyName(PathOf(assembly)).Version!.ToString(3), Is.EqualTo(Checkout.Number));
    }

    /// <summary>
    /// It is what --version, results and the module's log line show. Git is not always there, and then the commit is unknown.
    /// </summary>
    [TestCaseSource(nameof(Assemblies))]
    public void Every_assembly_says_whether_it_is_a_release_and_from_which_commit_it_is(string assembly)
    {
        string text = FileVersionInfo.GetVersionInfo(PathOf(assembly)).ProductVersion!;
        Assert.That(text, Does.Match($@"^{Regex.Escape(Checkout.Version)}(\+[0-9a-f]{{9}})?$"));
        if (Path.Exists(Checkout.PathOf(".git")))
            Assert.That(text, Does.Contain("+"));
    }

    [Test]
    public void A_version_with_a_suffix_is_not_that_of_a_release()
    {
        using TemporaryDirectory folder = new();
        Checkout checkout = new(folder.Path);
        string file = checkout.PathOf("Directory.Build.props");
        File.WriteAllText(file,
            "<Project><PropertyGroup><VersionPrefix>1.2.3</VersionPrefix><VersionSuffix>dev</VersionSuffix></PropertyGroup></Project>");
        Assert.That((checkout.Number, checkout.Version), Is.EqualTo(("1.2.3", "1.2.3-dev")));
        File.WriteAllText(file,
            "<Project><PropertyGroup><VersionPrefix>1.2.3</VersionPrefix><VersionSuffix></VersionSuffix></PropertyGroup></Project>");
        Assert.That((checkout.Number, checkout.Version), Is.EqualTo(("1.2.3", "1.2.3")));
    }

    [Test]
    public void The_add_in_that_OpenSimulator_logs_has_its_numbers()
    {
        using AssemblyDefinition module = AssemblyDefinition.ReadAssembly(Built.Module);
        CustomAttribute addin = module.CustomAttributes.Single(attribute => attribute.AttributeType.Name == "AddinAttribute");
        Assert.That(addin.ConstructorArguments.Select(argument => argument.Value), Is.EqualTo(new[] { "Mongoose", Checkout.Number }));
    }

    [TestCase("README.md")]
    [TestCase("docs/operators/install.md")]
    public void Documents_name_the_packages_of_no_version(string document)
    {
        string[] named = Regex.Matches(File.ReadAllText(Path.Combine(Repository.Root(), document)),
            @"mongoose-([\w.-]+)-(opensim|tools|viewer)\.zip")
            .Select(match => match.Groups[1].Value).Distinct().ToArray();
        Assert.That(named, Is.EqualTo(new[] { "VERSION" }));
    }

    [Test]
    public void The_changelog_begins_with_the_release_or_with_what_comes_next()
    {
        string[] headings = File.ReadLines(Path.Combine(Repository.Root(), "CHANGELOG.md"))
            .Where(line => line.StartsWith("## ", StringComparison.Ordinal)).ToArray();
        Assert.That(headings[0], Checkout.Suffix.Length > 0
            ? Is.EqualTo("## Unreleased")
            : Does.Match($@"^## {Regex.Escape(Checkout.Number)} - \d{{4}}-\d\d-\d\d$"));
        Assert.That(headings[1], Does.Not.Contain(Checkout.Number), "it is released already");
    }

    private static string PathOf(string assembly) =>
        assembly == "Mongoose.Server" ? Built.Module : Path.Combine(AppContext.BaseDirectory, assembly + ".dll");
}
