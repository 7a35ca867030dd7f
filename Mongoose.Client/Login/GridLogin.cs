using System.Net.Sockets;
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

    private readonly GridHttp _http;

    /// <param name="timeout">The timeout for each answer; null for 30 s.</param>
    /// <param name="maxBytes">The maximum size of an answer; a larger answer fails.</param>
    /// <param name="open">Opens the sockets of the connections; null: sockets of this process's network namespace.</param>
    public GridLogin(TimeSpan? timeout = null, int maxBytes = MaxReplyBytes, Func<Socket>? open = null)
        : this(new GridHttp(timeout, maxBytes, open))
    {
    }

    /// <param name="http">Disposed of with this object.</param>
    internal GridLogin(GridHttp http) => _http = http;

    /// <summary>Throws only if cancelled: failures of the network and the grid are returned as results.</summary>
    public async Task<LoginResult> LoginAsync(LoginRequest request, CancellationToken cancellation = default)
    {
        try
        {
            string call = XmlRpc.Call("login_to_simulator", Members(request));
            return LoginReply.Read(await _http.PostAsync(request.Service, call, "text/xml", cancellation).ConfigureAwait(false));
        }
        catch (HttpRequestException exception)
        {
            LoginFailure cause = HttpProblem.IsConnection(exception) ? LoginFailure.Unreachable : LoginFailure.BadReply;
            return new LoginFailed(cause, "", HttpProblem.Text(exception));
        }
        catch (TaskCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return new LoginFailed(LoginFailure.Timeout, "", _http.NoAnswer(request.Service));
        }
        catch (Exception exception) when (exception is not (OperationCanceledException or ObjectDisposedException or OutOfMemoryException))
        {
            return new LoginFailed(LoginFailure.BadReply, "", Fault.TextOf(exception));
        }
    }

    /// <summary>
    /// Asks a region's seed capability for other capabilities by name. OpenSim sends no part of the scene before this request.
    /// </summary>
    /// <param name="capabilities">The names; null for that of the event queue.</param>
    /// <returns>The addresses by name of the capabilities that the region has.</returns>
    /// <exception cref="HttpRequestException">The region does not answer.</exception>
    /// <exception cref="FormatException">The answer is not XML, or exceeds the bounds of <see cref="BoundedXml"/>.</exception>
    public async Task<IReadOnlyDictionary<string, string>> AskSeedAsync(
        Uri seed, IEnumerable<string>? capabilities = null, CancellationToken cancellation = default)
    {
        string question = Llsd.Document(
            new XElement("array", (capabilities ?? DefaultCapabilities).Select(name => new XElement("string", name))));
        Task<string> answer = _http.PostAsync(seed, question, Llsd.MediaType, cancellation);
        return Llsd.ReadMap(await _http.InTimeAsync(answer, seed, cancellation).ConfigureAwait(false));
    }

    /// <summary>Reads the SimulatorFeatures capability.</summary>
    /// <exception cref="HttpRequestException">The region does not answer.</exception>
    /// <exception cref="FormatException">The answer is not XML, or exceeds the bounds of <see cref="BoundedXml"/>.</exception>
    public async Task<RegionFeatures> AskFeaturesAsync(Uri capability, CancellationToken cancellation = default) =>
        RegionFeatures.Read(
            await _http.InTimeAsync(_http.Client.GetStringAsync(capability, cancellation), capability, cancellation).ConfigureAwait(false));

    /// <summary>Listens to the EventQueueGet capability until cancelled, or until the region has closed it.</summary>
    /// <param name="onEvent">Receives events about other regions, on any thread.</param>
    /// <param name="cancellation">Ends the listening without an exception.</param>
    public Task ListenAsync(Uri capability, Action<RegionEvent> onEvent, CancellationToken cancellation) =>
        new EventQueue(_http.Client, capability).ListenAsync((message, body) =>
        {
            if (RegionEvent.TryRead(message, body) is { } read)
                onEvent(read);
        }, cancellation);

    public void Dispose() => _http.Dispose();

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

    // The protocol demands MD5.
#pragma warning disable CA5351
    private static string PasswordHash(string password) =>
        "$1$" + Convert.ToHexString(MD5.HashData(Encoding.UTF8.GetBytes(password))).ToLowerInvariant();
#pragma warning restore CA5351
}
