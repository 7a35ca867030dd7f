namespace Mongoose.Client.Downloads;

/// <summary>A response that cannot be used; its connection must be closed.</summary>
internal sealed class DownloadException(DownloadFailure failure) : Exception($"the download failed: {failure}")
{
    public DownloadFailure Failure { get; } = failure;
}
