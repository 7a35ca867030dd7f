namespace Mongoose.Testbed.Results;

/// <summary>
/// A file is not a result that this version can read. The message is meant for the user: it has the file name and the reason.
/// </summary>
internal sealed class ResultFormatException(string path, string reason, Exception? inner = null) : Exception($"{path}: {reason}", inner);
