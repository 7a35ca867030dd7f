namespace Mongoose.Benchmarks.Mixing;

/// <summary>A folder that is deleted at the end.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("mongoose-benchmarks-").FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
