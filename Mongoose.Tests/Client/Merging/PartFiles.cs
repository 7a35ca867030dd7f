using Mongoose.Client.Results;

namespace Mongoose.Tests.Client.Merging;

/// <summary>A folder with the files of parts, and the program that merges them.</summary>
internal sealed class PartFiles : IDisposable
{
    private readonly TemporaryDirectory _directory = new();
    private readonly List<string> _files = [], _missing = [];

    public PartFiles(params BotRunResult[] parts)
    {
        foreach (BotRunResult part in parts)
            Add(BotJson.Serialise(part));
    }

    /// <summary>The parts, in the order in which they were added.</summary>
    public IReadOnlyList<string> Files => _files;

    /// <summary>Those parts that are not there.</summary>
    public IReadOnlyList<string> Missing => _missing;

    public string At(string name) => Path.Combine(_directory.Path, name);

    /// <summary>Adds a file with any content as part-0.json, part-1.json and so on.</summary>
    public void Add(string content)
    {
        _files.Add(At($"part-{_files.Count}.json"));
        File.WriteAllText(_files[^1], content);
    }

    /// <summary>Adds a name of a file that is not there.</summary>
    public void AddMissing(string name)
    {
        _files.Add(At(name));
        _missing.Add(At(name));
    }

    public BotOutcome Merge(params string[] options) => BotOutcome.Of(["merge", .. _files, .. options]);

    /// <summary>Merges, and reads the sum.</summary>
    public (BotOutcome Outcome, BotRunResult Sum) MergeToJson(params string[] options)
    {
        BotOutcome outcome = Merge(["--json", At("whole.json"), .. options]);
        Assert.That(File.Exists(At("whole.json")), outcome.Errors);
        return (outcome, BotJson.Parse(File.ReadAllText(At("whole.json"))));
    }

    /// <summary>Merges the files in another order.</summary>
    public BotOutcome MergeInOrder(IEnumerable<int> order, params string[] options) =>
        BotOutcome.Of(["merge", .. order.Select(i => _files[i]), .. options]);

    public void Dispose() => _directory.Dispose();
}
