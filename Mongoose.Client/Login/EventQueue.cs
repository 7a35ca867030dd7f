using System.Net;
using System.Text;
using System.Xml.Linq;

namespace Mongoose.Client.Login;

/// <summary>
/// The EventQueueGet capability: a request that the region answers when it has events, repeated until the region reports that the queue no
/// longer exists.
/// </summary>
internal sealed class EventQueue(HttpClient http, Uri address)
{
    /// <summary>The capability's name.</summary>
    public const string Capability = "EventQueueGet";

    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    /// <summary>Listens until cancelled, or until the region has closed the queue.</summary>
    /// <param name="handle">Receives each event's message and body, on any thread.</param>
    /// <param name="cancellation">Ends the listening without an exception.</param>
    public async Task ListenAsync(Action<string, XElement?> handle, CancellationToken cancellation)
    {
        string? acknowledged = null;
        while (!cancellation.IsCancellationRequested)
        {
            try
            {
                using HttpResponseMessage response = await AskAsync(acknowledged, cancellation).ConfigureAwait(false);
                if (response.StatusCode is HttpStatusCode.NotFound or HttpStatusCode.Gone)
                    return;
                string? id = response.IsSuccessStatusCode
                    ? Read(await response.Content.ReadAsStringAsync(cancellation).ConfigureAwait(false), handle)
                    : null;
                acknowledged = id ?? acknowledged;
                // 502 and similar: there were no events for a while.
                if (id is null)
                    await Task.Delay(Pause, cancellation).ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                // The region took longer than the client waits, or listening was cancelled.
            }
            catch (Exception exception) when (exception is not OutOfMemoryException)
            {
                // Whatever was wrong with this answer, the next may be valid.
                await Task.Delay(Pause, cancellation).ContinueWith(static _ => { }, TaskScheduler.Default).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Passes on the events of an answer; returns the answer's id, null if it has none.</summary>
    internal static string? Read(string answer, Action<string, XElement?> handle)
    {
        XElement? map = answer.Length == 0 ? null : Llsd.Parse(answer);
        foreach (XElement queued in Llsd.Items(Llsd.Member(map, "events")))
            handle(Llsd.Member(queued, "message")?.Value ?? "", Llsd.Member(queued, "body"));
        return Llsd.Member(map, "id")?.Value;
    }

    private async Task<HttpResponseMessage> AskAsync(string? acknowledged, CancellationToken cancellation)
    {
        string question = Llsd.Document(new XElement("map",
            new XElement("key", "ack"), acknowledged is null ? new XElement("undef") : new XElement("integer", acknowledged),
            new XElement("key", "done"), new XElement("boolean", 0)));
        using StringContent content = new(question, Encoding.UTF8, Llsd.MediaType);
        return await http.PostAsync(address, content, cancellation).ConfigureAwait(false);
    }
}
