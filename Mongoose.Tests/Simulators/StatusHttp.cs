using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;
using Mongoose.Runtime.Hosts;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>Reads an OpenSim's status port as Prometheus and browsers do.</summary>
internal sealed class StatusHttp : IDisposable
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);

    private readonly HttpClient _http;

    /// <param name="port">StatusPort.</param>
    /// <param name="password">StatusPassword; null: none is sent.</param>
    /// <param name="place">The network namespace of the OpenSim; null: this process's own.</param>
    public StatusHttp(int port, string? password = null, NetworkNamespace? place = null)
        : this(AddressOf(port), password, place)
    {
    }

    private StatusHttp(Uri address, string? password, NetworkNamespace? place)
    {
        SocketsHttpHandler handler = new() { UseProxy = false, AllowAutoRedirect = false };
        if (place is not null && OperatingSystem.IsLinux())
            handler.ConnectCallback = new NamespaceConnection(place).OpenAsync;
        _http = new HttpClient(handler)
        {
            BaseAddress = address,
            Timeout = Timeout
        };
        if (password is not null)
            _http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", password);
    }

    /// <summary>Reads another path of an OpenSim's port.</summary>
    public static StatusHttp At(int port, string path, NetworkNamespace? place) =>
        new(new Uri($"http://127.0.0.1:{port}/{path}"), null, place);

    /// <summary>The address of the page.</summary>
    public static Uri AddressOf(int port) => new($"http://127.0.0.1:{port}/mongoose/");

    /// <summary>The page itself, or a path below it.</summary>
    public HttpResponseMessage Get(string path = "") => Ask(HttpMethod.Get, path);

    /// <summary>The page itself or a path below it by another method, or with further headers.</summary>
    public HttpResponseMessage Ask(HttpMethod method, string path = "", params (string Name, string Value)[] headers)
    {
        using HttpRequestMessage request = new(method, new Uri(path, UriKind.Relative));
        foreach ((string name, string value) in headers)
            request.Headers.TryAddWithoutValidation(name, value);
        return _http.Send(request);
    }

    public HttpStatusCode Status(string path = "", params (string Name, string Value)[] headers)
    {
        using HttpResponseMessage response = Ask(HttpMethod.Get, path, headers);
        return response.StatusCode;
    }

    /// <exception cref="HttpRequestException">The answer is another than 200.</exception>
    public string Text(string path)
    {
        using HttpResponseMessage response = Get(path).EnsureSuccessStatusCode();
        using StreamReader reader = new(response.Content.ReadAsStream());
        return reader.ReadToEnd();
    }

    /// <summary>As many readers at the same time, each with a connection of its own.</summary>
    /// <exception cref="HttpRequestException">An answer is another than 200.</exception>
    public Task<string[]> Texts(string path, int readers) =>
        Task.WhenAll(Enumerable.Range(0, readers).Select(_ => _http.GetStringAsync(new Uri(path, UriKind.Relative))));

    /// <exception cref="FormatException">The text breaks a rule of the format.</exception>
    public MetricsText Metrics() => MetricsText.Parse(Text("metrics"));

    /// <summary>data.json with the points of its history after a number.</summary>
    public JsonElement Data(long after = 0)
    {
        using JsonDocument data = JsonDocument.Parse(Text($"data.json?after={after}"));
        return data.RootElement.Clone();
    }

    public void Dispose() => _http.Dispose();
}
