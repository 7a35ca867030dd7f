namespace Mongoose.Tests.Source.Documents;

/// <summary>Lines of code fit beside each other in a review.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class CodeWidthTests
{
    private const int MaxColumns = 140;

    private static readonly string[] Generated = ["bin", "obj", ".git", "packages", "TestResults", "BenchmarkDotNet.Artifacts"];

    /// <summary>Folders whose lines are still longer. When the last one is wrapped, this list and its use go.</summary>
    private static readonly string[] NotYet =
    [
        "Mongoose.Client/",
        "Mongoose.Server/",
        "Mongoose.Tests/Benchmarks/",
        "Mongoose.Tests/Client/",
        "Mongoose.Tests/Mixer/",
        "Mongoose.Tests/Packages/",
        "Mongoose.Tests/Server/",
        "Mongoose.Tests/Simulators/",
        "Mongoose.Tests/Source/",
        "Mongoose.Tests/TestKit/",
        "Mongoose.Tests/Testbed/",
        "eng/",
        "lab/Mongoose.Benchmarks/",
        "lab/Mongoose.Testbed/",
        "shared/Mongoose.Runtime/CommandLine/",
        "shared/Mongoose.Runtime/Terminals/",
        "shared/Mongoose.Simulators/",
        "voice/Mongoose.Mixer/",
    ];

    [Test]
    public void No_line_of_code_is_longer_than_140_columns()
    {
        IEnumerable<string> tooLong = Files(new DirectoryInfo(Repository.Root()))
            .Where(path => !NotYet.Any(folder => path.StartsWith(folder, StringComparison.Ordinal)))
            .SelectMany(path => File.ReadLines(Path.Combine(Repository.Root(), path)).Select((line, index) => (path, line, number: index + 1)))
            .Where(place => place.line.Length > MaxColumns)
            .Select(place => $"{place.path}:{place.number}");
        Assert.That(tooLong, Is.Empty);
    }

    private static IEnumerable<string> Files(DirectoryInfo folder) =>
        folder.EnumerateFiles("*.cs").Select(file => Path.GetRelativePath(Repository.Root(), file.FullName).Replace('\\', '/'))
            .Concat(folder.EnumerateDirectories().Where(inner => !Generated.Contains(inner.Name)).SelectMany(Files));
}
