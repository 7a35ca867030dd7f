using System.Diagnostics;
using System.Net.Http.Json;
using System.Text.Json.Nodes;

namespace Mongoose.TestKit.Status;

/// <summary>
/// A headless Chromium with one empty page and a profile of its own. Disposing it ends the browser and deletes the profile.
/// </summary>
internal sealed class Chromium : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly TemporaryDirectory _profile = new();
    private readonly Process _process;

    // As root, Chromium refuses to start with its own sandbox. It opens only pages of the tests.
    private Chromium(string program) => _process = Process.Start(new ProcessStartInfo(program,
    [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
        "--disable-sync",
        "--disable-component-update", "--disable-default-apps", "--disable-extensions", "--hide-scrollbars", "--no-proxy-server",
        "--remote-debugging-port=0", $"--user-data-dir={_profile.Path}", "about:blank",
    ])
    { RedirectStandardError = true, RedirectStandardOutput = true })!;

    /// <summary>Its page.</summary>
    public BrowserPage Page { get; private set; } = null!;

    /// <summary>Starts it, or skips the test if it is not installed.</summary>
    public static async Task<Chromium> Start()
    {
        Chromium chromium = new(HostProgram.FindOrSkip("chromium").Path);
        try
        {
            chromium._process.BeginErrorReadLine();
            chromium._process.BeginOutputReadLine();
            using CancellationTokenSource limit = new(Patience);
            chromium.Page = await BrowserPage.Open(await chromium.PageAddress(limit.Token), limit.Token);
            return chromium;
        }
        catch
        {
            chromium.Dispose();
            throw;
        }
    }

    public void Dispose()
    {
        Page?.Dispose();
        if (!_process.HasExited)
            _process.Kill(entireProcessTree: true);
        _process.WaitForExit();
        _process.Dispose();
        DeleteProfile();
    }

    /// <summary>The address of the page's debugger. The browser writes its port into its profile.</summary>
    private async Task<Uri> PageAddress(CancellationToken limit)
    {
        string file = Path.Combine(_profile.Path, "DevToolsActivePort");
        while (!File.Exists(file) || File.ReadAllLines(file).Length < 2)
            await Task.Delay(20, limit);
        using HttpClient http = new();
        while (true)
        {
            JsonArray targets =
                (await http.GetFromJsonAsync<JsonArray>($"http://127.0.0.1:{File.ReadLines(file).First()}/json/list", limit))!;
            if (targets.FirstOrDefault(target => target!["type"]!.GetValue<string>() == "page") is { } page)
                return new Uri(page["webSocketDebuggerUrl"]!.GetValue<string>());
            await Task.Delay(20, limit);
        }
    }

    /// <summary>A process that is being killed may still write for a moment.</summary>
    private void DeleteProfile()
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                _profile.Dispose();
                return;
            }
            catch (IOException) when (attempt < 100)
            {
                Thread.Sleep(50);
            }
        }
    }
}
