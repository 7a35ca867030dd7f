using Mongoose.Packages;

namespace Mongoose.Tests.Source.Architecture;

/// <summary>
/// What a stranger sees first: the entries of the root that are tracked. A new one needs a place in a folder that says whom it serves, or a
/// line here.
/// </summary>
public sealed class RootTests
{
    private static readonly string[] Folders =
    [
        ".ci", ".github", "Mongoose.Client", "Mongoose.Core", "Mongoose.Server", "Mongoose.Tests", "Mongoose.Viewer", "config", "deploy",
        "docs", "eng", "lab", "shared", "voice",
    ];

    private static readonly string[] Files =
    [
        ".editorconfig", ".gitattributes", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "Directory.Build.props",
        "Directory.Build.targets",
        "Directory.Packages.props", "LICENSE", "OpenSim.Region.Mongoose.sln", "README.md", "SECURITY.md", "global.json",
        // OpenSimulator's prebuild looks for these at the root of a clone.
        "prebuild-mongoose-core.xml", "prebuild-mongoose.xml",
    ];

    [Test]
    public void The_root_has_only_the_listed_entries()
    {
        if (!Path.Exists(Path.Combine(Repository.Root(), ".git")))
            Assert.Ignore("not a clone: Git does not tell which files are part of it");
        string[] entries = [.. new Checkout(Repository.Root()).Files(".").Select(Entry).Distinct()];
        Assert.That(entries, Is.Not.Empty.And.SubsetOf(Folders.Concat(Files)));
    }

    [Test]
    public void The_lists_are_short()
    {
        Assert.That(Folders, Has.Length.AtMost(14));
        Assert.That(Folders.Length + Files.Length, Is.AtMost(30));
    }

    private static string Entry(string path) =>
        Path.GetRelativePath(Repository.Root(), path).Replace(Path.DirectorySeparatorChar, '/').Split('/')[0];
}
