using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Threading.Channels;

namespace Mongoose.Client.Downloads;

/// <summary>One connection: one task writes requests as they are given, another reads the responses in the same order.</summary>
internal sealed class DownloadConnection(ConnectionPool owner, DownloaderCore core, Origin origin)
{
    private readonly Channel<PendingDownload> _toWrite = Channel.CreateUnbounded<PendingDownload>();
    private readonly CancellationTokenSource _closing = new();

    public int Number { get; } = core.Counters.AddConnection();

    public Origin Origin => origin;

    /// <summary>The requests that wait for their responses, in order; the pool's lock guards this and the properties below.</summary>
    public List<PendingDownload> InFlight { get; } = [];

    public bool IsOpen { get; set; }

    /// <summary>Whether a response has been received completely.</summary>
    public bool HasResponded { get; set; }

    /// <summary>Whether a response has begun and not ended.</summary>
    public bool IsReceiving { get; set; }

    /// <summary>Gives a request to the connection.</summary>
    public void Give(PendingDownload download)
    {
        InFlight.Add(download);
        _toWrite.Writer.TryWrite(download);
    }

    /// <summary>Ends the connection soon. Its tasks continue on other threads, because the caller may hold the pool's lock.</summary>
    public void Close() => _ = _closing.CancelAsync();

    public async Task RunAsync()
    {
        DownloadFailure failure = DownloadFailure.Connection;
        try
        {
            await ConnectAndServeAsync().ConfigureAwait(false);
        }
        catch (DownloadException exception)
        {
            failure = exception.Failure;
        }
        catch (Exception exception) when (IsOfNetwork(exception))
        {
            // The pool tries again, or reports the failure.
        }
        finally
        {
            owner.OnClosed(this, failure);
        }
    }

    private static bool IsOfNetwork(Exception exception) =>
        exception is IOException or SocketException or AuthenticationException or OperationCanceledException or ObjectDisposedException;

    private async Task ConnectAndServeAsync()
    {
        using Socket socket = core.Options.OpenSocket();
        // As curl does: a request must not wait for the acknowledgment of the one before.
        socket.NoDelay = true;
        await socket.ConnectAsync(origin.EndPoint, _closing.Token).ConfigureAwait(false);
        NetworkStream plain = new(socket);
        await using Stream stream = origin.IsSecure ? await SecureAsync(plain).ConfigureAwait(false) : plain;
        owner.OnOpened(this);
        Task writing = WriteAsync(stream);
        try
        {
            await ReadAsync(stream).ConfigureAwait(false);
        }
        finally
        {
            Close();
            await writing.ConfigureAwait(false);
        }
    }

    private async Task<Stream> SecureAsync(NetworkStream plain)
    {
        SslStream stream = new(plain);
        SslClientAuthenticationOptions options = new()
        {
            TargetHost = origin.Host,
            RemoteCertificateValidationCallback = core.Options.AcceptAnyCertificate ? static (_, _, _, _) => true : null,
        };
        await stream.AuthenticateAsClientAsync(options, _closing.Token).ConfigureAwait(false);
        return stream;
    }

    private async Task WriteAsync(Stream stream)
    {
        try
        {
            await foreach (PendingDownload download in _toWrite.Reader.ReadAllAsync(_closing.Token).ConfigureAwait(false))
            {
                owner.OnRequestWriting(this, download);
                await stream.WriteAsync(RequestText.Of(download.Request), _closing.Token).ConfigureAwait(false);
            }
        }
        catch (Exception exception) when (IsOfNetwork(exception))
        {
            // No further request can be sent. Answers to earlier requests are still read, up to the end or the timeout.
        }
    }

    private async Task ReadAsync(Stream stream)
    {
        ResponseReader reader = new(stream, core.Counters, _closing.Token);
        bool isOpen = true;
        while (isOpen && await reader.WaitAsync().ConfigureAwait(false))
        {
            PendingDownload download = owner.OnResponseStarted(this) ?? throw new DownloadException(DownloadFailure.Malformed);
            AttemptResult outcome = await ReadResponseAsync(reader, download.Request).ConfigureAwait(false);
            isOpen = !outcome.Head!.Closes;
            owner.OnResponseCompleted(this, download, outcome);
        }
    }

    private async Task<AttemptResult> ReadResponseAsync(ResponseReader reader, DownloadRequest request)
    {
        ResponseHead head = await reader.ReadHeadAsync().ConfigureAwait(false);
        using MemoryStream? content = core.Options.KeepContent && head.IsSuccess ? new MemoryStream() : null;
        long bytes = await (head.IsChunked ? reader.ReadChunksAsync(content) : reader.ReadBodyAsync(head.Length, content))
            .ConfigureAwait(false);
        return AttemptResult.Of(head, request, bytes, content?.ToArray());
    }
}
