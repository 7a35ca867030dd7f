namespace Mongoose.Testbed.Results;

/// <summary>A file is not a result that this version reads. The message is for the user: it names the file and says why.</summary>
internal sealed class ResultFormatException(string path, string reason, Exception? inner = null) : Exception($"{path}: {reason}", inner)
{
    public string Path { get; } = path;
}
