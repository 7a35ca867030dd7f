using System.Diagnostics;
using System.Net;
using System.Xml.Linq;

namespace Mongoose.Testbed.OpenSim;

/// <summary>OpenSim's console over HTTP: commands go in one way, and all that the console says comes out another.</summary>
public sealed class OpenSimConsole : IDisposable
{
    /// <summary>A command that exists in no version: when the console complains of it, the answers before it are complete.</summary>
    private const string MarkerCommand = "testbed-marker-";

    /// <summary>A read is given up only when lines were lost: OpenSim's HTTP server does not take it well, see <see cref="OpenSimLog"/>.</summary>
    private static readonly TimeSpan CommandTimeout = TimeSpan.FromSeconds(40), ReadTimeout = TimeSpan.FromSeconds(4);

    /// <summary>What most commands need: a read that is answered while the console speaks may lose lines, or is never answered.</summary>
    private static readonly TimeSpan Settling = TimeSpan.FromMilliseconds(20);

    private readonly HttpClient _http;
    private readonly string _user;
    private readonly string _password;
    private string _session = "";
    private int _markers;

    private OpenSimConsole(HttpClient http, string user, string password) => (_http, _user, _password) = (http, user, password);

    /// <exception cref="OpenSimException">The console does not answer, or refuses.</exception>
    public static OpenSimConsole Open(int port, string user, string password)
    {
        HttpClient http = new(new SocketsHttpHandler { UseProxy = false })
        {
            BaseAddress = new Uri($"http://127.0.0.1:{port}/"),
        };
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

    /// <summary>Gives a command and does not wait for what it does.</summary>
    public void Send(string command)
    {
        if (Post(_http, "SessionCommand/", CommandTimeout, ("ID", _session), ("COMMAND", command)) is null)
            throw new OpenSimException($"OpenSim's console does not take '{command}'");
    }

    /// <summary>Gives a command and returns the lines that the console says until it is done.</summary>
    /// <exception cref="OpenSimException">It takes too long, or the console is gone.</exception>
    public string[] Ask(string command, TimeSpan? timeout = null)
    {
        // A read waits until there is something, so what was said before cannot be read away: markers on both sides tell it apart.
        string begin = $"{MarkerCommand}{++_markers}", end = $"{MarkerCommand}{++_markers}";
        TimeSpan most = timeout ?? TimeSpan.FromSeconds(30);
        long asked = Stopwatch.GetTimestamp();
        Send(begin);
        Send(command);
        Send(end);
        Thread.Sleep(Settling);
        ConsoleAnswer answer = new(begin, end);
        while (Stopwatch.GetElapsedTime(asked) < most)
        {
            if (!TryRead(answer) || answer.HasGap)
            {
                // Lines can get lost between a session and its reader; a new session is given all that the console remembers.
                StartSession();
                answer = new ConsoleAnswer(begin, end);
            }
            else if (answer.IsComplete)
            {
                return answer.Lines;
            }
        }
        throw new OpenSimException($"OpenSim's console did not finish '{command}'");
    }

    public void Dispose() => _http.Dispose();

    private void StartSession() =>
        _session = Post(_http, "StartSession/", CommandTimeout, ("USER", _user), ("PASS", _password))?.Element("SessionID")?.Value
            ?? throw new OpenSimException("OpenSim's console gave no session");

    /// <summary>Reads what the console has said since the last time; false when it says nothing for a while.</summary>
    private bool TryRead(ConsoleAnswer answer)
    {
        if (Post(_http, $"ReadResponses/{_session}/", ReadTimeout) is not { } read)
            return false;
        answer.Add(read.Elements("Line").Select(line => ((long)line.Attribute("Number")!, line.Value)).ToArray());
        return true;
    }

    /// <summary>Null when there is no answer in time.</summary>
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
        catch (Exception exception) when (exception is HttpRequestException or System.Xml.XmlException)
        {
            throw new OpenSimException($"OpenSim's console does not answer: {exception.Message}", exception);
        }
    }
}
