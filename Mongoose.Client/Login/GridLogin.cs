using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using System.Xml;
using System.Xml.Linq;

namespace Mongoose.Client.Login;

/// <summary>Logs in to a grid as viewers do: XML-RPC to the login service, then the region's seed capability.</summary>
public sealed class GridLogin : IDisposable
{
    private static readonly string[] DefaultCapabilities = ["EventQueueGet"];

    private readonly HttpClient _http;

    public GridLogin(TimeSpan? timeout = null) => _http = new HttpClient { Timeout = timeout ?? TimeSpan.FromSeconds(30) };

    /// <summary>Never throws for what the network or the grid does; cancelling does.</summary>
    public async Task<LoginResult> LoginAsync(LoginRequest request, CancellationToken cancellation = default)
    {
        try
        {
            string call = XmlRpc.Call("login_to_simulator", Members(request));
            return LoginReply.Read(await PostAsync(request.Service, call, "text/xml", cancellation).ConfigureAwait(false));
        }
        catch (HttpRequestException exception) when (exception.InnerException is SocketException)
        {
            return new LoginFailed(LoginFailure.Unreachable, "", exception.Message);
        }
        catch (HttpRequestException exception)
        {
            return new LoginFailed(LoginFailure.BadReply, "", exception.Message);
        }
        catch (TaskCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return new LoginFailed(LoginFailure.Timeout, "", $"{request.Service} did not answer within {_http.Timeout.TotalSeconds} s");
        }
    }

    /// <summary>
    /// Asks a seed capability for others by name. OpenSim tells nothing of the scene before it was asked.
    /// </summary>
    /// <returns>Address by name, of those that the region has.</returns>
    /// <exception cref="HttpRequestException">The region does not answer.</exception>
    /// <exception cref="FormatException">The answer is not LLSD.</exception>
    public async Task<IReadOnlyDictionary<string, string>> AskSeedAsync(
        Uri seed, IEnumerable<string>? capabilities = null, CancellationToken cancellation = default)
    {
        XElement names = new("llsd", new XElement("array", (capabilities ?? DefaultCapabilities).Select(name => new XElement("string", name))));
        string reply = await PostAsync(seed, names.ToString(SaveOptions.DisableFormatting), "application/llsd+xml", cancellation).ConfigureAwait(false);
        return ReadMap(reply);
    }

    public void Dispose() => _http.Dispose();

    /// <summary>An LLSD map of strings: each key is followed by its value.</summary>
    internal static IReadOnlyDictionary<string, string> ReadMap(string llsd)
    {
        try
        {
            XElement[] entries = XElement.Parse(llsd).Element("map")?.Elements().ToArray() ?? [];
            return entries.Chunk(2).Where(pair => pair is [{ Name.LocalName: "key" }, _])
                .ToDictionary(pair => pair[0].Value, pair => pair[1].Value);
        }
        catch (Exception exception) when (exception is XmlException or ArgumentException)
        {
            throw new FormatException($"the seed capability's answer is not an LLSD map: {exception.Message}", exception);
        }
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
        return await response.Content.ReadAsStringAsync(cancellation).ConfigureAwait(false);
    }
}
