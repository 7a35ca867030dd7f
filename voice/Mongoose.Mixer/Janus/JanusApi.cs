using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Mongoose.Mixer.Janus;

/// <summary>Requests to Janus' HTTP API: a JSON object each, answered by another.</summary>
/// <param name="address">The API's address, such as <c>http://127.0.0.1:8088/janus</c>.</param>
/// <param name="secret">The secret of the API; null for none.</param>
internal sealed class JanusApi(Uri address, string? secret) : IDisposable
{
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(5);

    /// <summary>Janus answers a request for events within 30 s, if need be without an event.</summary>
    private static readonly TimeSpan EventTimeout = TimeSpan.FromSeconds(40);

    private const int MaxReplyBytes = 1 << 20;

    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false, ConnectTimeout = RequestTimeout })
    {
        Timeout = Timeout.InfiniteTimeSpan,
        MaxResponseContentBufferSize = MaxReplyBytes,
    };

    private readonly string _root = address.ToString().TrimEnd('/');
    private int _transactions;

    /// <summary>Sends a request to the API itself, or to a session or handle.</summary>
    /// <param name="path">Empty, a session, or a session, a slash and a handle.</param>
    /// <param name="request">The request without its transaction.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <exception cref="JanusException">Janus does not answer, or answers with an error.</exception>
    public Task<JsonElement> PostAsync(string path, JsonObject request, CancellationToken cancellation)
    {
        request["transaction"] = $"mongoose-{++_transactions}";
        if (secret is not null)
            request["apisecret"] = secret;
        return SendAsync(new HttpRequestMessage(HttpMethod.Post, Place(path))
        {
            Content = new StringContent(request.ToJsonString(), Encoding.UTF8, "application/json"),
        }, RequestTimeout, cancellation);
    }

    /// <summary>Waits for the next event of a session. Janus answers with <c>keepalive</c> if there is none for 30 s.</summary>
    /// <exception cref="JanusException">Janus does not answer, or answers with an error.</exception>
    public Task<JsonElement> NextEventAsync(string session, CancellationToken cancellation)
    {
        string query = secret is null ? "?maxev=1" : $"?maxev=1&apisecret={Uri.EscapeDataString(secret)}";
        return SendAsync(new HttpRequestMessage(HttpMethod.Get, Place(session) + query), EventTimeout, cancellation);
    }

    public void Dispose() => _http.Dispose();

    private string Place(string path) => path.Length > 0 ? $"{_root}/{path}" : _root;

    private async Task<JsonElement> SendAsync(HttpRequestMessage message, TimeSpan timeout, CancellationToken cancellation)
    {
        using CancellationTokenSource deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(timeout);
        try
        {
            using HttpResponseMessage response = await _http.SendAsync(message, deadline.Token).ConfigureAwait(false);
            string text = await response.Content.ReadAsStringAsync(deadline.Token).ConfigureAwait(false);
            return response.IsSuccessStatusCode ? Read(text)
                : throw Unreachable($"HTTP status {(int)response.StatusCode}: is this the path of Janus' API?");
        }
        catch (OperationCanceledException exception) when (!cancellation.IsCancellationRequested)
        {
            throw Unreachable($"no answer within {timeout.TotalSeconds:0} s", exception);
        }
        catch (Exception exception) when (exception is HttpRequestException or InvalidOperationException)
        {
            throw Unreachable(exception.Message, exception); // An answer in an unknown character set is an InvalidOperationException.
        }
        finally
        {
            message.Dispose();
        }
    }

    private JsonElement Read(string text)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(text);
            JsonElement reply = document.RootElement.Clone();
            return JanusReply.Kind(reply) switch
            {
                null => throw Unreachable("what answers there is not Janus"),
                "error" => throw JanusReply.Error(reply),
                _ => reply,
            };
        }
        catch (JsonException exception)
        {
            throw Unreachable("what answers there is not Janus", exception);
        }
    }

    private JanusException Unreachable(string reason, Exception? inner = null) =>
        new($"Janus at {_root}: {reason}", inner);
}
