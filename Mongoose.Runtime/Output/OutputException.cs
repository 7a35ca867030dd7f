namespace Mongoose.Runtime.Output;

/// <summary>A result could not be written. The message is for the user: it names the path and says why.</summary>
public sealed class OutputException(string path, string reason, Exception? inner = null)
    : Exception($"cannot write {path}: {reason}", inner)
{
    public string Path { get; } = path;
}
