using System.Globalization;
using System.Text;
using Mongoose.Core.Units;

namespace Mongoose.Client.Downloads;

/// <summary>The status line and the headers of a response, as far as downloads need them (RFC 9112).</summary>
internal sealed record ResponseHead
{
    private const StringComparison AnyCase = StringComparison.OrdinalIgnoreCase;

    public int Status { get; private set; }

    /// <summary>Whether the body is in chunks, whatever <see cref="Length"/> is.</summary>
    public bool IsChunked { get; private set; }

    /// <summary>Length of the body; null: it lasts until the server closes the connection.</summary>
    public long? Length { get; private set; }

    /// <summary>Whether the server closes the connection after this response. RFC 9112 section 9.3: close wins over keep-alive.</summary>
    public bool Closes => SaysClose || IsOldVersion && !SaysKeepAlive || Length is null && !IsChunked;

    /// <summary>Null also if it is a date, which viewers ignore.</summary>
    public Duration? RetryAfter { get; private set; }

    /// <summary>The position of the body's first byte in the asset; null if the response does not say.</summary>
    public long? FirstPosition { get; private set; }

    /// <summary>Size of the whole asset; null if the response does not say.</summary>
    public long? AssetBytes { get; private set; }

    public bool IsSuccess => Status is >= 200 and <= 299;

    private bool IsOldVersion { get; set; }

    private bool SaysClose { get; set; }

    private bool SaysKeepAlive { get; set; }

    /// <summary>Whether the body has a transfer encoding other than chunks.</summary>
    private bool HasOtherEncoding { get; set; }

    /// <param name="bytes">The head without the empty line at its end.</param>
    /// <exception cref="DownloadException">It is not HTTP, or the body could not be read.</exception>
    public static ResponseHead Parse(ReadOnlySpan<byte> bytes)
    {
        string[] lines = Encoding.Latin1.GetString(bytes).Split("\r\n");
        ResponseHead head = new();
        head.ReadStatusLine(lines[0]);
        foreach (string line in lines.AsSpan(1))
            head.ReadLine(line);
        if (head.HasOtherEncoding)
            throw new DownloadException(DownloadFailure.TransferEncoding);
        if (head.Status is 204 or 304)
            (head.Length, head.IsChunked) = (0, false);
        return head;
    }

    private void ReadStatusLine(string line)
    {
        string[] words = line.Split(' ', 3);
        // RFC 9110 section 15.2 requires clients to skip interim responses (below 200). Here they are malformed: no request asks for one.
        if (words.Length < 2 || words[0] is not ("HTTP/1.1" or "HTTP/1.0") || Number(words[1]) is not { } status
            || status is < 200 or > 999)
            throw new DownloadException(DownloadFailure.Malformed);
        Status = (int)status;
        IsOldVersion = words[0] == "HTTP/1.0";
    }

    private void ReadLine(string line)
    {
        int colon = line.IndexOf(':', StringComparison.Ordinal);
        if (colon <= 0)
            throw new DownloadException(DownloadFailure.Malformed);
        string value = line[(colon + 1)..].Trim();
        switch (line[..colon].ToLowerInvariant())
        {
            case "content-length":
                ReadLength(value);
                break;
            case "transfer-encoding":
                ReadEncoding(value);
                break;
            case "connection":
                SaysClose |= value.Contains("close", AnyCase);
                SaysKeepAlive |= value.Contains("keep-alive", AnyCase);
                break;
            case "retry-after":
                RetryAfter = Number(value) is { } seconds ? Duration.FromSeconds(seconds) : null;
                break;
            case "content-range":
                ReadRange(value);
                break;
        }
    }

    private void ReadEncoding(string value)
    {
        bool isChunked = value.Equals("chunked", AnyCase);
        IsChunked |= isChunked;
        HasOtherEncoding |= !isChunked && !value.Equals("identity", AnyCase);
    }

    private void ReadLength(string value)
    {
        if (Number(value) is not { } length || (Length is { } before && before != length))
            throw new DownloadException(DownloadFailure.Malformed);
        if (length > ResponseReader.MaxBodyBytes)
            throw new DownloadException(DownloadFailure.LongBody);
        Length = length;
    }

    /// <summary>Reads "bytes 0-4095/70000"; the size may be "*". Other forms are ignored.</summary>
    private void ReadRange(string value)
    {
        string[] parts = value.Split(' ', '-', '/');
        if (parts.Length != 4 || !parts[0].Equals("bytes", AnyCase))
            return;
        FirstPosition = Number(parts[1]);
        AssetBytes = Number(parts[3]);
    }

    private static long? Number(string text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : null;
}
