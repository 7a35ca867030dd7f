using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Text;

namespace Mongoose.Client.Login;

/// <summary>Requests to a grid whose answers are texts of bounded size.</summary>
internal sealed class GridHttp : IDisposable
{
    /// <param name="timeout">The timeout for each answer; null for 30 s.</param>
    /// <param name="maxBytes">The maximum size of an answer; a larger answer fails.</param>
    /// <param name="open">Opens the sockets of the connections; null: sockets of this process's network namespace.</param>
    public GridHttp(TimeSpan? timeout, int maxBytes, Func<Socket>? open = null) : this(Handler(open), timeout, maxBytes)
    {
    }

    /// <param name="handler">Makes the connections; disposed of with this object.</param>
    /// <param name="timeout">The timeout for each answer; null for 30 s.</param>
    /// <param name="maxBytes">The maximum size of an answer; a larger answer fails.</param>
    public GridHttp(HttpMessageHandler handler, TimeSpan? timeout, int maxBytes) => Client = new HttpClient(handler)
    {
        Timeout = timeout ?? TimeSpan.FromSeconds(30),
        MaxResponseContentBufferSize = maxBytes,
    };

    public HttpClient Client { get; }

    /// <exception cref="HttpRequestException">The address does not answer, or the answer's status does not report success.</exception>
    /// <exception cref="TaskCanceledException">The answer takes longer than the timeout.</exception>
    public async Task<string> PostAsync(Uri address, string body, string mediaType, CancellationToken cancellation)
    {
        using StringContent content = new(body, Encoding.UTF8);
        content.Headers.ContentType = new MediaTypeHeaderValue(mediaType);
        using HttpResponseMessage response = await Client.PostAsync(address, content, cancellation).ConfigureAwait(false);
        response.EnsureSuccessStatusCode();
        try
        {
            return await response.Content.ReadAsStringAsync(cancellation).ConfigureAwait(false);
        }
        catch (InvalidOperationException exception)
        {
            throw new HttpRequestException($"{address} answers in an unknown character set", exception);
        }
    }

    /// <summary>
    /// Reports a timeout as the region's failure: HttpClient signals timeouts as cancellation, which only the caller should cause.
    /// </summary>
    public async Task<string> InTimeAsync(Task<string> answer, Uri address, CancellationToken cancellation)
    {
        try
        {
            return await answer.ConfigureAwait(false);
        }
        catch (TaskCanceledException exception) when (!cancellation.IsCancellationRequested)
        {
            throw new HttpRequestException(NoAnswer(address), exception);
        }
    }

    public string NoAnswer(Uri address) => $"{address} did not answer within {Client.Timeout.TotalSeconds} s";

    public void Dispose() => Client.Dispose();

    private static SocketsHttpHandler Handler(Func<Socket>? open) => new()
    {
        // OpenSimulator can take a connection for idle, and close it, while it still makes the answer to a second request.
        PooledConnectionLifetime = TimeSpan.Zero,
        ConnectCallback = open is null ? null : (context, cancellation) => ConnectAsync(open, context, cancellation),
    };

    private static async ValueTask<Stream> ConnectAsync(Func<Socket> open, SocketsHttpConnectionContext context,
        CancellationToken cancellation)
    {
        Socket socket = open();
        try
        {
            socket.NoDelay = true;
            await socket.ConnectAsync(context.DnsEndPoint, cancellation).ConfigureAwait(false);
            return new NetworkStream(socket, ownsSocket: true);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
