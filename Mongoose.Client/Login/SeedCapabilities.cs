using System.Net.Sockets;
using System.Xml.Linq;

namespace Mongoose.Client.Login;

/// <summary>
/// Asks regions' seed capabilities for other capabilities by name. OpenSim sends no part of the scene before this request.
/// </summary>
public sealed class SeedCapabilities : IDisposable
{
    /// <summary>Maximum size of a capability's answer; OpenSimulator's answers take some kilobytes.</summary>
    public const int MaxBytes = 1024 * 1024;

    private readonly GridHttp _http;

    /// <param name="timeout">The timeout for each answer; null for 30 s.</param>
    /// <param name="open">Opens the sockets of the connections; null: sockets of this process's network namespace.</param>
    public SeedCapabilities(TimeSpan? timeout = null, Func<Socket>? open = null)
        : this(new GridHttp(timeout, MaxBytes, open))
    {
    }

    /// <param name="http">Disposed of with this object.</param>
    internal SeedCapabilities(GridHttp http) => _http = http;

    /// <returns>The addresses by name of the capabilities that the region has.</returns>
    /// <exception cref="HttpRequestException">The region does not answer.</exception>
    /// <exception cref="FormatException">The answer is not LLSD.</exception>
    public async Task<IReadOnlyDictionary<string, string>> AskAsync(
        Uri seed, IEnumerable<string> names, CancellationToken cancellation = default)
    {
        string question = Llsd.Document(new XElement("array", names.Select(name => new XElement("string", name))));
        Task<string> answer = _http.PostAsync(seed, question, Llsd.MediaType, cancellation);
        return ReadMap(await _http.InTime(answer, seed, cancellation).ConfigureAwait(false));
    }

    public void Dispose() => _http.Dispose();

    /// <summary>An LLSD map of strings; of equal keys, the last counts.</summary>
    internal static IReadOnlyDictionary<string, string> ReadMap(string llsd)
    {
        Dictionary<string, string> map = [];
        foreach ((string key, XElement value) in Llsd.Entries(Llsd.Parse(llsd)))
            map[key] = value.Value;
        return map;
    }
}
