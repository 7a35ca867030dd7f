using System.Diagnostics;
using System.Net;
using System.Xml.Linq;

namespace Mongoose.Simulators;

/// <summary>OpenSim's console over HTTP: commands are sent with one request, and the console's output is read with another.</summary>
public sealed class OpenSimConsole : IDisposable
{
    /// <summary>
    /// A command that exists in no version: when the console rejects it, the output of the commands before it is complete.
    /// </summary>
    private const string MarkerCommand = "testbed-marker-";

    /// <summary>
    /// A read without an answer is abandoned, because lines may be lost; but late, because OpenSim's HTTP server handles aborted reads
    /// poorly, see <see cref="OpenSimLog"/>.
    /// </summary>
    private static readonly TimeSpan CommandTimeout = TimeSpan.FromSeconds(90), ReadTimeout = TimeSpan.FromSeconds(4);

    /// <summary>
    /// The time that most commands need. A read while the console is printing may lose lines, or is never answered.
    /// </summary>
    private static readonly TimeSpan Settling = TimeSpan.FromMilliseconds(20);

    /// <summary>OpenSim forgets a session that has not been read for five minutes.</summary>
    private static readonly TimeSpan SessionLife = TimeSpan.FromMinutes(2);

    private readonly HttpClient _http;
    private readonly string _user;
    private readonly string _password;
    private string _session = "";
    private long _readAt;
    private int _markers;

    private OpenSimConsole(HttpClient http, string user, string password) => (_http, _user, _password) = (http, user, password);

    /// <param name="address">The address of OpenSim's HTTP server.</param>
    /// <param name="connect">Opens connections; null for connections from this process's own host.</param>
    /// <exception cref="OpenSimException">The console does not answer, or rejects the login.</exception>
    public static OpenSimConsole Open(
        Uri address, string user, string password, Func<SocketsHttpConnectionContext, CancellationToken, ValueTask<Stream>>? connect = null)
    {
        // OpenSim can take a connection for idle, and close it, while it still makes the answer to a second request.
        SocketsHttpHandler handler = new() { UseProxy = false, ConnectCallback = connect, PooledConnectionLifetime = TimeSpan.Zero };
        HttpClient http = new(handler) { BaseAddress = address };
        try
        {
            OpenSimConsole console = new(http, user, password);
            console.StartSession();
            return console;
        }
        catch
        {
            http.Dispose();
            throw;
        }
    }

    /// <summary>Sends a command without waiting for its effect.</summary>
    public void Send(string command)
    {
        if (Stopwatch.GetElapsedTime(_readAt) > SessionLife)
            StartSession();
        if (Post(_http, "SessionCommand/", CommandTimeout, ("ID", _session), ("COMMAND", command)) is null)
            throw new OpenSimException($"OpenSim's console did not accept '{command}'");
    }

    /// <summary>Sends a command and returns the lines that the console prints until the command is complete.</summary>
    /// <exception cref="OpenSimException">The command takes too long, or the console is no longer available.</exception>
    public string[] Ask(string command, TimeSpan? timeout = null)
    {
        // A read blocks until there is output, so older output cannot be drained first: markers before and after the command delimit its
        // own.
        string begin = $"{MarkerCommand}{++_markers}", end = $"{MarkerCommand}{++_markers}";
        TimeSpan max = timeout ?? CommandTimeout;
        long asked = Stopwatch.GetTimestamp();
        Send(begin);
        Send(command);
        Send(end);
        Thread.Sleep(Settling);
        ConsoleAnswer answer = new(begin, end);
        while (Stopwatch.GetElapsedTime(asked) < max)
        {
            if (!TryRead(answer) || answer.HasGap)
            {
                // Lines can get lost between a session and its reader; a new session receives everything that the console still remembers.
                StartSession();
                answer = new ConsoleAnswer(begin, end);
            }
            else if (answer.IsComplete)
            {
                return answer.Lines;
            }
        }
        throw new OpenSimException(
            $"OpenSim's console did not finish '{command}' within {max.TotalSeconds:0} s; it printed: {string.Join("\n  ", answer.Lines)}");
    }

    public void Dispose() => _http.Dispose();

    private void StartSession()
    {
        _session = Post(_http, "StartSession/", CommandTimeout, ("USER", _user), ("PASS", _password))?.Element("SessionID")?.Value
            ?? throw new OpenSimException("OpenSim's console did not open a session");
        _readAt = Stopwatch.GetTimestamp();
    }

    /// <summary>Reads the output since the previous read; false if there is none for a while.</summary>
    private bool TryRead(ConsoleAnswer answer)
    {
        if (Post(_http, $"ReadResponses/{_session}/", ReadTimeout) is not { } read)
            return false;
        _readAt = Stopwatch.GetTimestamp();
        answer.Add(read.Elements("Line").Select(line => ((long)line.Attribute("Number")!, line.Value)).ToArray());
        return true;
    }

    /// <summary>Null if the answer does not arrive in time.</summary>
    private static XElement? Post(HttpClient http, string path, TimeSpan timeout, params (string Name, string Value)[] form)
    {
        using CancellationTokenSource late = new(timeout);
        try
        {
            using FormUrlEncodedContent content = new(form.Select(field => KeyValuePair.Create(field.Name, field.Value)));
            using HttpRequestMessage request = new(HttpMethod.Post, path) { Content = content };
            using HttpResponseMessage response = http.Send(request, late.Token);
            if (response.StatusCode != HttpStatusCode.OK)
                throw new OpenSimException($"OpenSim's console answered {(int)response.StatusCode} to {path}");
            using StreamReader reader = new(response.Content.ReadAsStream());
            string text = reader.ReadToEnd();
            return text.Length == 0 ? new XElement("Nothing") : XElement.Parse(text);
        }
        catch (OperationCanceledException)
        {
            return null;
        }
        catch (Exception exception) when (exception is HttpRequestException or IOException or System.Xml.XmlException)
        {
            throw new OpenSimException($"OpenSim's console does not answer: {exception.Message}", exception);
        }
    }
}
