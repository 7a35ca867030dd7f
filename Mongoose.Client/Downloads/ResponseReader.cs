using System.Globalization;
using System.Text;

namespace Mongoose.Client.Downloads;

/// <summary>Reads the responses of one connection, with bounded memory whatever the server sends.</summary>
internal sealed class ResponseReader(Stream stream, DownloadCounters counters, CancellationToken cancellation)
{
    /// <summary>Maximum length of a status line with headers. OpenSimulator's are shorter than 1 kB.</summary>
    public const int MaxHeadBytes = 16 * 1024;

    /// <summary>Maximum length of a body. The largest assets are meshes and textures of a few MB.</summary>
    public const int MaxBodyBytes = 32 * 1024 * 1024;

    /// <summary>As much as curl reads at once. A process may have thousands of connections.</summary>
    private const int BufferBytes = MaxHeadBytes;

    /// <summary>Maximum length of the line before each chunk of a body.</summary>
    private const int MaxLineBytes = 256;

    private readonly byte[] _buffer = new byte[BufferBytes];
    private int _start;
    private int _end;

    private Span<byte> Buffered => _buffer.AsSpan(_start, _end - _start);

    /// <summary>Waits for the first byte of a response; false if the server has closed the connection.</summary>
    public async Task<bool> WaitAsync() => _start < _end || await FillAsync().ConfigureAwait(false);

    /// <exception cref="DownloadException">It is not HTTP, too long, or ends early.</exception>
    public async Task<ResponseHead> ReadHeadAsync()
    {
        int length;
        while ((length = FindHead()) < 0)
        {
            if (!await FillAsync().ConfigureAwait(false))
                throw new DownloadException(DownloadFailure.Connection);
        }
        ResponseHead head = ResponseHead.Parse(Buffered[..length]);
        _start += length + HeadEnd.Length;
        return head;
    }

    /// <param name="length">The body's length; null: until the server closes the connection.</param>
    /// <param name="content">Receives the body; null: it is dropped.</param>
    /// <returns>The body's length.</returns>
    /// <exception cref="DownloadException">It is too long, or ends early.</exception>
    public async Task<long> ReadBodyAsync(long? length, Stream? content)
    {
        long read = 0;
        while (read < (length ?? long.MaxValue))
        {
            if (_start == _end && !await FillAsync().ConfigureAwait(false))
                return length is null ? read : throw new DownloadException(DownloadFailure.Connection);
            read += Take((length ?? long.MaxValue) - read, content);
            if (read > MaxBodyBytes)
                throw new DownloadException(DownloadFailure.LongBody);
        }
        return read;
    }

    /// <summary>Reads a body in chunks (RFC 9112, section 7.1), as proxies in front of a grid may send it.</summary>
    /// <param name="content">Receives the body; null: it is dropped.</param>
    /// <returns>The body's length.</returns>
    /// <exception cref="DownloadException">It is not in chunks, too long, or ends early.</exception>
    public async Task<long> ReadChunksAsync(Stream? content)
    {
        long read = 0;
        while (LengthOf(await ReadLineAsync().ConfigureAwait(false)) is > 0 and long length)
        {
            if (read + length > MaxBodyBytes)
                throw new DownloadException(DownloadFailure.LongBody);
            read += await ReadBodyAsync(length, content).ConfigureAwait(false);
            if (await ReadLineAsync().ConfigureAwait(false) is not "")
                throw new DownloadException(DownloadFailure.Malformed);
        }
        await SkipTrailerAsync().ConfigureAwait(false);
        return read;
    }

    private static ReadOnlySpan<byte> HeadEnd => "\r\n\r\n"u8;

    private static ReadOnlySpan<byte> HeadStart => "HTTP/1."u8;

    /// <summary>The length of the head without its end; negative if the end is not there yet.</summary>
    private int FindHead()
    {
        // Whatever is not HTTP need not be read to its end.
        int comparable = Math.Min(Buffered.Length, HeadStart.Length);
        if (!Buffered[..comparable].SequenceEqual(HeadStart[..comparable]))
            throw new DownloadException(DownloadFailure.Malformed);
        int length = Buffered[..Math.Min(Buffered.Length, MaxHeadBytes)].IndexOf(HeadEnd);
        if (length < 0 && Buffered.Length >= MaxHeadBytes)
            throw new DownloadException(DownloadFailure.LongHead);
        return length;
    }

    /// <summary>The length of a chunk: hexadecimal digits, and perhaps extensions.</summary>
    private static long LengthOf(string line) =>
        int.TryParse(line.Split(';')[0].Trim(), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out int length) && length >= 0
            ? length
            : throw new DownloadException(DownloadFailure.Malformed);

    /// <summary>Skips the headers after the last chunk.</summary>
    private async Task SkipTrailerAsync()
    {
        for (int bytes = 0; await ReadLineAsync().ConfigureAwait(false) is { Length: > 0 } line;)
        {
            if ((bytes += line.Length) > MaxHeadBytes)
                throw new DownloadException(DownloadFailure.LongHead);
        }
    }

    private async Task<string> ReadLineAsync()
    {
        int length;
        while ((length = Buffered.IndexOf("\r\n"u8)) < 0 && Buffered.Length <= MaxLineBytes)
        {
            if (!await FillAsync().ConfigureAwait(false))
                throw new DownloadException(DownloadFailure.Connection);
        }
        if (length is < 0 or > MaxLineBytes)
            throw new DownloadException(DownloadFailure.Malformed);
        string line = Encoding.Latin1.GetString(Buffered[..length]);
        _start += length + "\r\n".Length;
        return line;
    }

    private int Take(long atMost, Stream? content)
    {
        int count = (int)Math.Min(atMost, _end - _start);
        content?.Write(_buffer, _start, count);
        _start += count;
        return count;
    }

    private async Task<bool> FillAsync()
    {
        Buffered.CopyTo(_buffer);
        (_start, _end) = (0, _end - _start);
        int count = await stream.ReadAsync(_buffer.AsMemory(_end), cancellation).ConfigureAwait(false);
        counters.AddReceived(count);
        _end += count;
        return count > 0;
    }
}
