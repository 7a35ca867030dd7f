using System.Diagnostics;
using System.Globalization;
using System.Net.Http.Json;
using System.Text.Json;
using Mongoose.Runtime.Udp;

namespace Mongoose.TestKit.Status;

/// <summary>
/// A Prometheus of the host on a free loopback port, with a temporary folder. It scrapes one target each second and knows the alerts of
/// config/dashboards/.
/// </summary>
internal sealed class PrometheusProcess : IDisposable
{
    /// <summary>How Prometheus' error begins when a target answers with a status such as 401, which waiting does not change.</summary>
    private const string Refused = "HTTP status 4";

    private readonly TemporaryDirectory _folder = new();
    private readonly HttpClient _http = new() { Timeout = TimeSpan.FromSeconds(30) };
    private readonly Process _process;

    private PrometheusProcess(string program, Uri target, string? password)
    {
        int port = FreePort.OfTcpAndUdp();
        string config = Path.Combine(_folder.Path, "prometheus.yml");
        File.WriteAllText(config, Configuration(target, password));
        _http.BaseAddress = new Uri($"http://127.0.0.1:{port}/");
        _process = Process.Start(new ProcessStartInfo(program,
        [
            $"--config.file={config}", $"--storage.tsdb.path={Path.Combine(_folder.Path, "data")}",
            $"--web.listen-address=127.0.0.1:{port}", "--log.level=warn",
        ])
        { RedirectStandardOutput = true, RedirectStandardError = true })!;
        _process.OutputDataReceived += (_, _) => { };
        _process.ErrorDataReceived += (_, line) => Log += line.Data + "\n";
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
    }

    /// <summary>The warnings and errors that it has written.</summary>
    public string Log { get; private set; } = "";

    /// <summary>As <see cref="Start"/>; if the host has no Prometheus, the test is skipped.</summary>
    public static Task<PrometheusProcess> StartOrSkip(Uri target, string? password, CancellationToken deadline, int scrapes = 3)
    {
        HostProgram.SkipWithout("prometheus");
        return Start(target, password, deadline, scrapes);
    }

    /// <summary>Starts one and waits until it has scraped its target.</summary>
    /// <param name="target">The full address of the metrics, such as <c>http://127.0.0.1:9190/mongoose/metrics</c>.</param>
    /// <param name="password">Sent as Basic, with some user name; null for none.</param>
    /// <param name="deadline">When to give up.</param>
    /// <param name="scrapes">How many successful scrapes to wait for: rates need two.</param>
    /// <exception cref="IOException">It does not start, or gets no answer; the message says why.</exception>
    public static async Task<PrometheusProcess> Start(Uri target, string? password, CancellationToken deadline, int scrapes = 3)
    {
        PrometheusProcess process = new(HostProgram.FindOrSkip("prometheus").Path, target, password);
        try
        {
            await process.WaitForScrapes(scrapes, deadline);
            return process;
        }
        catch
        {
            process.Dispose();
            throw;
        }
    }

    /// <summary>Evaluates an expression now.</summary>
    /// <exception cref="IOException">The expression is wrong; the message is Prometheus'.</exception>
    public async Task<IReadOnlyList<MetricSample>> Query(string expression, CancellationToken deadline)
    {
        JsonElement data = await Get($"api/v1/query?query={Uri.EscapeDataString(expression)}", deadline);
        return data.GetProperty("resultType").GetString() == "vector"
            ? data.GetProperty("result").EnumerateArray().Select(Sample).ToArray()
            : [new MetricSample("", new Dictionary<string, string>(), Number(data.GetProperty("result")))];
    }

    /// <summary>What one of its addresses answers, such as <c>api/v1/rules</c>: the object <c>data</c>.</summary>
    /// <exception cref="IOException">It answers an error; the message is Prometheus'.</exception>
    public async Task<JsonElement> Get(string path, CancellationToken deadline)
    {
        using HttpResponseMessage response = await _http.GetAsync(path, deadline);
        JsonElement answer = await response.Content.ReadFromJsonAsync<JsonElement>(deadline);
        return answer.GetProperty("status").GetString() == "success"
            ? answer.GetProperty("data")
            : throw new IOException(answer.GetProperty("error").GetString());
    }

    /// <summary>Waits until this number of scrapes has succeeded since the start.</summary>
    /// <exception cref="IOException">The target refuses, Prometheus has ended, or the deadline has come; the message says why.</exception>
    public async Task WaitForScrapes(int count, CancellationToken deadline)
    {
        while (!await HasScraped(count, deadline))
        {
            string error = await LastError();
            if (_process.HasExited || deadline.IsCancellationRequested || error.Contains(Refused, StringComparison.Ordinal))
                throw new IOException($"Prometheus has not scraped {count} times: {error}{Log}");
            await Task.Delay(100, CancellationToken.None);
        }
    }

    public void Dispose()
    {
        if (!_process.HasExited)
            _process.Kill();
        _process.WaitForExit();
        _process.Dispose();
        _http.Dispose();
        _folder.Dispose();
    }

    private async Task<bool> HasScraped(int count, CancellationToken deadline)
    {
        try
        {
            return (await Query("sum_over_time(up[1h])", deadline)).Any(up => up.Value >= count);
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException or JsonException)
        {
            return false;
        }
    }

    private async Task<string> LastError()
    {
        try
        {
            JsonElement targets = (await Get("api/v1/targets", CancellationToken.None)).GetProperty("activeTargets");
            return string.Concat(targets.EnumerateArray().Select(target => target.GetProperty("lastError").GetString() + "\n"));
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException or JsonException)
        {
            return exception.Message + "\n";
        }
    }

    private static string Configuration(Uri target, string? password) => $$"""
        global: { scrape_interval: 1s, evaluation_interval: 1s }
        rule_files: [ {{JsonSerializer.Serialize(DashboardFiles.Alerts)}} ]
        scrape_configs:
          - job_name: mongoose
            metrics_path: {{target.AbsolutePath}}
            {{(password is null ? "" : $"basic_auth: {{ username: any, password: {JsonSerializer.Serialize(password)} }}")}}
            static_configs: [ { targets: [ "{{target.Authority}}" ] } ]
        """;

    private static MetricSample Sample(JsonElement result)
    {
        Dictionary<string, string> labels = result.GetProperty("metric").EnumerateObject()
            .ToDictionary(label => label.Name, label => label.Value.GetString()!);
        labels.Remove("__name__", out string? name);
        return new MetricSample(name ?? "", labels, Number(result.GetProperty("value")));
    }

    private static double Number(JsonElement timeAndText) =>
        double.Parse(timeAndText[1].GetString()!.Replace("Inf", "Infinity", StringComparison.Ordinal), CultureInfo.InvariantCulture);
}
