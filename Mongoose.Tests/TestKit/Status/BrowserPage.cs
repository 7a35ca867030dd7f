using System.Collections.Concurrent;
using System.Globalization;
using System.Net.WebSockets;
using System.Text;
using System.Text.Json.Nodes;

namespace Mongoose.TestKit.Status;

/// <summary>A page of a browser, by the DevTools protocol (https://chromedevtools.github.io/devtools-protocol/).</summary>
internal sealed class BrowserPage : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>The virtual key codes of Windows, by the names of keys in the DOM.</summary>
    private static readonly Dictionary<string, int> KeyCodes = new()
    {
        ["Tab"] = 9,
        ["Enter"] = 13,
        ["Escape"] = 27,
        [" "] = 32,
        ["PageUp"] = 33,
        ["PageDown"] = 34,
        ["End"] = 35,
        ["Home"] = 36,
        ["ArrowLeft"] = 37,
        ["ArrowRight"] = 39,
    };

    private readonly ClientWebSocket _socket = new();
    private readonly ConcurrentDictionary<int, TaskCompletionSource<JsonObject>> _waiting = new();
    private int _lastNumber;

    private BrowserPage()
    {
    }

    /// <summary>Errors and warnings of scripts, of the network and of the content security policy since <see cref="Show"/>.</summary>
    public ConcurrentQueue<string> Complaints { get; } = new();

    /// <summary>The addresses that the page has asked for since <see cref="Show"/>.</summary>
    public ConcurrentQueue<string> Requests { get; } = new();

    public static async Task<BrowserPage> Open(Uri debugger, CancellationToken limit)
    {
        BrowserPage page = new();
        await page._socket.ConnectAsync(debugger, limit);
        _ = Task.Run(page.Listen, CancellationToken.None);
        foreach (string domain in (string[])["Page", "Runtime", "Log", "Network"])
            await page.Send($"{domain}.enable");
        // As in a window that is in front of all others; otherwise nothing has the focus.
        await page.Send("Emulation.setFocusEmulationEnabled", new() { ["enabled"] = true });
        return page;
    }

    /// <summary>Goes to an address in a window of a width, in CSS pixels, with light or dark colours.</summary>
    public async Task Show(Uri address, int width = 1400, bool dark = false)
    {
        JsonObject colours = new() { ["name"] = "prefers-color-scheme", ["value"] = dark ? "dark" : "light" };
        await Send("Emulation.setEmulatedMedia", new() { ["features"] = new JsonArray(colours) });
        await SetWidth(width);
        await Send("Page.navigate", new() { ["url"] = "about:blank" });
        await Until("location.href === 'about:blank'");
        Complaints.Clear();
        Requests.Clear();
        await Send("Page.navigate", new() { ["url"] = address.AbsoluteUri });
    }

    private Task SetWidth(int width) => Send("Emulation.setDeviceMetricsOverride",
        new() { ["width"] = width, ["height"] = 900, ["deviceScaleFactor"] = 1, ["mobile"] = false });

    /// <summary>The value of an expression in JavaScript; promises are awaited.</summary>
    public async Task<T> Evaluate<T>(string expression)
    {
        JsonObject answer =
            await Send("Runtime.evaluate", new() { ["expression"] = expression, ["returnByValue"] = true, ["awaitPromise"] = true });
        if (answer["exceptionDetails"] is { } exception)
            throw new InvalidOperationException($"{expression}: {exception.ToJsonString()}");
        return answer["result"]!["value"]!.GetValue<T>();
    }

    /// <summary>The text of the first element that a CSS selector finds, as people see it.</summary>
    public Task<string> Text(string selector) => Evaluate<string>($"document.querySelector('{selector}').innerText");

    /// <summary>Presses a key and releases it, as a keyboard does.</summary>
    /// <param name="key">Its name in the DOM, such as <c>Tab</c>, of those in <see cref="KeyCodes"/>.</param>
    public async Task Press(string key)
    {
        foreach (string type in (string[])["keyDown", "keyUp"])
        {
            await Send("Input.dispatchKeyEvent", new()
            {
                ["type"] = type,
                ["key"] = key,
                ["code"] = key == " " ? "Space" : key,
                ["windowsVirtualKeyCode"] = KeyCodes[key],
                ["text"] = type == "keyUp" ? "" : key switch { "Enter" => "\r", " " => " ", _ => "" },
            });
        }
    }

    /// <summary>Types text into the element that has the focus.</summary>
    public Task Type(string text) => Send("Input.insertText", new() { ["text"] = text });

    /// <summary>Moves the mouse over the first element that a CSS selector finds, after scrolling there.</summary>
    /// <param name="selector">The selector.</param>
    /// <param name="part">Where in the element, from 0 at its left to 1 at its right.</param>
    public async Task Point(string selector, double part = 0.5)
    {
        (double x, double y) = await Place(selector, part);
        await Send("Input.dispatchMouseEvent", new() { ["type"] = "mouseMoved", ["x"] = x, ["y"] = y });
    }

    /// <summary>Touches the first element that a CSS selector finds, and lets go.</summary>
    /// <inheritdoc cref="Point"/>
    public async Task Touch(string selector, double part = 0.5)
    {
        (double x, double y) = await Place(selector, part);
        JsonObject finger = new() { ["x"] = x, ["y"] = y };
        await Send("Input.dispatchTouchEvent", new() { ["type"] = "touchStart", ["touchPoints"] = new JsonArray(finger) });
        await Send("Input.dispatchTouchEvent", new() { ["type"] = "touchEnd", ["touchPoints"] = new JsonArray() });
    }

    /// <summary>The role and the name of each element, as a screen reader finds them.</summary>
    public async Task<IReadOnlyList<(string Role, string Name)>> Accessibility()
    {
        JsonObject tree = await Send("Accessibility.getFullAXTree");
        return [.. from node in tree["nodes"]!.AsArray()
                   where node["ignored"]?.GetValue<bool>() != true
                   select (node["role"]!["value"]!.ToString(), node["name"]?["value"]?.ToString() ?? "")];
    }

    /// <summary>Waits until an expression is true, or ends the test. While a page is loading, parts of it may be missing.</summary>
    public async Task Until(string condition)
    {
        using CancellationTokenSource limit = new(Patience);
        while (!await Evaluate<bool>($"(() => {{ try {{ return Boolean({condition}); }} catch {{ return false; }} }})()"))
        {
            if (limit.IsCancellationRequested)
                Assert.Fail($"{condition} did not become true; the page says:\n{await Text("body")}");
            await Task.Delay(20, CancellationToken.None);
        }
    }

    public void Dispose() => _socket.Dispose();

    /// <summary>Scrolls to the first element that a CSS selector finds; returns a point of it, in pixels of the window.</summary>
    private async Task<(double X, double Y)> Place(string selector, double part)
    {
        JsonArray place = JsonNode.Parse(await Evaluate<string>($$"""
            (() => {
              const element = document.querySelector('{{selector}}');
              element.scrollIntoView({ block: 'center' });
              const { left, top, width, height } = element.getBoundingClientRect();
              return JSON.stringify([left + {{part.ToString(CultureInfo.InvariantCulture)}} * width, top + height / 2]);
            })()
            """))!.AsArray();
        return (place[0]!.GetValue<double>(), place[1]!.GetValue<double>());
    }

    private async Task<JsonObject> Send(string method, JsonObject? parameters = null)
    {
        int number = Interlocked.Increment(ref _lastNumber);
        TaskCompletionSource<JsonObject> answer = _waiting[number] = new(TaskCreationOptions.RunContinuationsAsynchronously);
        JsonObject command = new() { ["id"] = number, ["method"] = method, ["params"] = parameters ?? [] };
        await _socket.SendAsync(Encoding.UTF8.GetBytes(command.ToJsonString()), WebSocketMessageType.Text, true, CancellationToken.None);
        return await answer.Task.WaitAsync(Patience);
    }

    private async Task Listen()
    {
        byte[] buffer = new byte[1 << 16];
        try
        {
            while (true)
            {
                using MemoryStream message = new();
                WebSocketReceiveResult part;
                do
                {
                    part = await _socket.ReceiveAsync(buffer, CancellationToken.None);
                    message.Write(buffer, 0, part.Count);
                }
                while (!part.EndOfMessage);
                if (part.MessageType == WebSocketMessageType.Close)
                    return;
                Take(JsonNode.Parse(message.ToArray())!.AsObject());
            }
        }
        catch (Exception end) when (end is WebSocketException or ObjectDisposedException or OperationCanceledException)
        {
            // Closed by Dispose, or the browser has ended: a command that still waits gives up by itself.
        }
    }

    private void Take(JsonObject message)
    {
        if (message["id"]?.GetValue<int>() is { } number)
        {
            if (_waiting.TryRemove(number, out TaskCompletionSource<JsonObject>? answer))
                Complete(answer, message);
        }
        else
        {
            Record(message["method"]!.GetValue<string>(), message["params"]!);
        }
    }

    private static void Complete(TaskCompletionSource<JsonObject> answer, JsonObject message)
    {
        if (message["error"] is { } error)
            answer.SetException(new InvalidOperationException(error.ToJsonString()));
        else
            answer.SetResult(message["result"]!.AsObject());
    }

    private void Record(string method, JsonNode parameters)
    {
        switch (method)
        {
            case "Network.requestWillBeSent":
                Requests.Enqueue(parameters["request"]!["url"]!.GetValue<string>());
                break;
            case "Log.entryAdded" or "Runtime.exceptionThrown" or "Runtime.consoleAPICalled":
                Complaints.Enqueue(parameters.ToJsonString());
                break;
        }
    }
}
