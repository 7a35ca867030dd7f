using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Xml.Linq;
using Mongoose.Runtime.CommandLine;

namespace Mongoose.Client.Login;

/// <summary>Logs in to a grid as viewers do: XML-RPC to the login service, then the region's seed capability.</summary>
public sealed class GridLogin : IDisposable
{
    /// <summary>Maximum size of a login reply, which contains the inventory's folders.</summary>
    public const int MaxReplyBytes = 64 * 1024 * 1024;

    /// <summary>Maximum size of a capability's answer; OpenSimulator's answers take some kilobytes.</summary>
    public const int MaxCapabilityBytes = 1024 * 1024;

    private static readonly string[] DefaultCapabilities = [EventQueue.Capability];

    private readonly HttpClient _http;

    /// <param name="timeout">The timeout for each answer; null for 30 s.</param>
    /// <param name="maxBytes">The maximum size of an answer; a larger answer fails.</param>
    public GridLogin(TimeSpan? timeout = null, int maxBytes = MaxReplyBytes) => _http = new HttpClient
    {
        Timeout = timeout ?? TimeSpan.FromSeconds(30),
        MaxResponseContentBufferSize = maxBytes,
    };

    /// <summary>Throws only if cancelled: failures of the network and the grid are returned as results.</summary>
    public async Task<LoginResult> LoginAsync(LoginRequest request, CancellationToken cancellation = default)
    {
        try
        {
            string call = XmlRpc.Call("login_to_simulator", Members(request));
            return LoginReply.Read(await PostAsync(request.Service, call, "text/xml", cancellation).ConfigureAwait(false));
        }
        catch (HttpRequestException exception)
        {
            LoginFailure cause = HttpProblem.IsConnection(exception) ? LoginFailure.Unreachable : LoginFailure.BadReply;
            return new LoginFailed(cause, "", HttpProblem.Text(exception));
        }
        catch (TaskCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return new LoginFailed(LoginFailure.Timeout, "", NoAnswer(request.Service));
        }
        catch (Exception exception) when (exception is not (OperationCanceledException or ObjectDisposedException or OutOfMemoryException))
        {
            return new LoginFailed(LoginFailure.BadReply, "", Fault.TextOf(exception));
        }
    }

    /// <summary>
    /// Asks a seed capability for other capabilities by name. OpenSim sends nothing of the scene before this request.
    /// </summary>
    /// <returns>The addresses by name of the capabilities that the region has.</returns>
    /// <exception cref="HttpRequestException">The region does not answer.</exception>
    /// <exception cref="FormatException">The answer is not LLSD.</exception>
    public async Task<IReadOnlyDictionary<string, string>> AskSeedAsync(
        Uri seed, IEnumerable<string>? capabilities = null, CancellationToken cancellation = default)
    {
        XElement names = new("array", (capabilities ?? DefaultCapabilities).Select(name => new XElement("string", name)));
        return ReadMap(await InTime(PostAsync(seed, Llsd.Document(names), Llsd.MediaType, cancellation), seed, cancellation).ConfigureAwait(false));
    }

    /// <summary>Reads the SimulatorFeatures capability.</summary>
    /// <exception cref="HttpRequestException">The region does not answer.</exception>
    /// <exception cref="FormatException">The answer is not LLSD.</exception>
    public async Task<RegionFeatures> AskFeaturesAsync(Uri capability, CancellationToken cancellation = default) =>
        RegionFeatures.Read(await InTime(_http.GetStringAsync(capability, cancellation), capability, cancellation).ConfigureAwait(false));

    /// <summary>Listens to the EventQueueGet capability until cancelled, or until the region has closed it.</summary>
    /// <param name="capability">Its address.</param>
    /// <param name="onEvent">Receives events about other regions, on any thread.</param>
    /// <param name="cancellation">Ends the listening without an exception.</param>
    public Task ListenAsync(Uri capability, Action<RegionEvent> onEvent, CancellationToken cancellation) =>
        new EventQueue(_http, capability).ListenAsync((message, body) =>
        {
            if (RegionEvent.TryRead(message, body) is { } read)
                onEvent(read);
        }, cancellation);

    public void Dispose() => _http.Dispose();

    /// <summary>Reports a timeout as the region's failure: HttpClient signals timeouts as cancellation, which only the caller should cause.</summary>
    private async Task<string> InTime(Task<string> answer, Uri address, CancellationToken cancellation)
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

    private string NoAnswer(Uri address) => $"{address} did not answer within {_http.Timeout.TotalSeconds} s";

    /// <summary>An LLSD map of strings; of equal keys, the last counts.</summary>
    internal static IReadOnlyDictionary<string, string> ReadMap(string llsd)
    {
        Dictionary<string, string> map = [];
        foreach ((string key, XElement value) in Llsd.Entries(Llsd.Parse(llsd)))
            map[key] = value.Value;
        return map;
    }

    internal static IEnumerable<KeyValuePair<string, string>> Members(LoginRequest request) => new Dictionary<string, string>
    {
        ["first"] = request.First,
        ["last"] = request.Last,
        ["passwd"] = PasswordHash(request.Password),
        ["start"] = request.Start,
        ["channel"] = request.Channel,
        ["version"] = request.Version,
        ["platform"] = "Lnx",
        ["mac"] = "00000000000000000000000000000000",
        ["id0"] = "00000000000000000000000000000000",
        ["agree_to_tos"] = "true",
        ["read_critical"] = "true",
    };

    // MD5 is the protocol's choice, not ours.
#pragma warning disable CA5351
    private static string PasswordHash(string password) =>
        "$1$" + Convert.ToHexString(MD5.HashData(Encoding.UTF8.GetBytes(password))).ToLowerInvariant();
#pragma warning restore CA5351

    private async Task<string> PostAsync(Uri address, string body, string mediaType, CancellationToken cancellation)
    {
        using StringContent content = new(body, Encoding.UTF8);
        content.Headers.ContentType = new MediaTypeHeaderValue(mediaType);
        using HttpResponseMessage response = await _http.PostAsync(address, content, cancellation).ConfigureAwait(false);
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
}
