namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>A scenario in a file of its own, in a temporary folder.</summary>
internal sealed class SavedScenario : IDisposable
{
    private readonly TemporaryDirectory _directory = new();

    public SavedScenario(string json, string name = "small")
    {
        Path = In($"{name}.json");
        File.WriteAllText(Path, json);
    }

    public string Path { get; }

    public string Folder => _directory.Path;

    public string In(string name) => System.IO.Path.Combine(_directory.Path, name);

    public void Dispose() => _directory.Dispose();
}
