namespace Mongoose.Client.Downloads;

/// <summary>Why a download failed for good.</summary>
public enum DownloadFailure
{
    /// <summary>The download succeeded: a status of 200 to 299 and the whole body.</summary>
    None,

    /// <summary>The server's status does not report success.</summary>
    Status,

    /// <summary>The whole answer did not arrive in time.</summary>
    Timeout,

    /// <summary>There was no connection, or it broke before the end of the answer.</summary>
    Connection,

    /// <summary>The server answered with another part than the requested one.</summary>
    WrongRange,

    /// <summary>The answer is not HTTP.</summary>
    Malformed,

    /// <summary>The answer's header is longer than <see cref="ResponseReader.MaxHeadBytes"/>.</summary>
    LongHead,

    /// <summary>The answer's body is longer than <see cref="ResponseReader.MaxBodyBytes"/>.</summary>
    LongBody,

    /// <summary>The body has a transfer encoding other than chunks, such as "gzip". No server sends an unrequested encoding.</summary>
    TransferEncoding,
}
