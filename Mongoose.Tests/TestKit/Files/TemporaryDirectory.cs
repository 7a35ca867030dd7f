namespace Mongoose.TestKit.Files;

internal sealed class TemporaryDirectory : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("mongoose-").FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
