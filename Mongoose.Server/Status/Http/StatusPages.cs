using System.Globalization;
using System.Reflection;
using log4net;
using Mongoose.Core.Status.Http;
using Mongoose.Core.Status.Page;
using Mongoose.Server.Configuration;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Status.Http;

/// <summary>Answers the requests for <c>/mongoose</c> and the paths below it. Thread-safe.</summary>
internal sealed class StatusPages(StatusOptions options, IStatusSource source, TimeProvider time)
{
    public const string Root = "/mongoose";

    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);
    private static readonly PageFile Html = PageFile.Read();
    private static readonly Answer Page = new(200, "text/html; charset=utf-8", Html.Body);
    private static readonly Answer Moved = Answer.Text(301, $"See {Root}/", ("Location", $"{Root}/"));

    private readonly StatusAccess _access = new(options, source.Refused, time);
    private readonly SharedAnswer<PageRequest> _data = new(time);
    private readonly SharedAnswer<long> _incident = new(time), _metrics = new(time);
    private int _failures;

    /// <summary>Handles a request, on OpenSim's thread. OpenSim itself answers OPTIONS.</summary>
    public void Handle(IOSHttpRequest request, IOSHttpResponse response)
    {
        Answer answer = _access.Refuse(request) ?? Find(request);
        foreach ((string name, string value) in Html.Headers)
            response.AddHeader(name, value);
        response.StatusCode = answer.Status;
        response.ContentType = answer.ContentType;
        if (answer.Header is { } header)
            response.AddHeader(header.Name, header.Value);
        if (!answer.KeepsConnection)
            response.KeepAlive = false;
        // OpenSim derives Content-Length from the body that it sends, so in an answer to HEAD it is 0.
        if (request.HttpMethod != "HEAD")
            response.RawBuffer = answer.Body;
    }

    private Answer Find(IOSHttpRequest request)
    {
        Func<IOSHttpRequest, Answer>? page = request.UriPath switch
        {
            Root => _ => Moved,
            Root + "/" => _ => Page,
            Root + "/data.json" => Data,
            Root + "/incident.json" => Incident,
            Root + "/metrics" => Metrics,
            _ => null,
        };
        if (page is null)
            return Answer.Text(404, "There is no such page.");
        return request.HttpMethod is "GET" or "HEAD" ? page(request)
            : Answer.Text(405, "Only GET and HEAD are allowed.", ("Allow", "GET, HEAD"));
    }

    private Answer Data(IOSHttpRequest request) =>
        TryRead(request, "after", out long? after) && TryRead(request, "visitor", out long? visitor)
            ? _data.Get(new PageRequest(after ?? 0, visitor), asked => Make(() => source.Data(asked, _access.HasPassword)))
            : Answer.Text(400, "after and visitor must be whole numbers, 0 or more.");

    private Answer Incident(IOSHttpRequest request) =>
        TryRead(request, "id", out long? asked) && asked is { } number
            ? _incident.Get(number, id => Make(() => source.Incident(id, _access.HasPassword)))
            : Answer.Text(400, "id must be the number of an incident.");

    /// <summary>Reads a number of the query; null if it is not there.</summary>
    private static bool TryRead(IOSHttpRequest request, string name, out long? value)
    {
        string? text = request.QueryString[name];
        bool isNumber = long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number);
        value = isNumber ? number : null;
        return isNumber || text is null;
    }

    private Answer Metrics(IOSHttpRequest request)
    {
        Answer shared = _metrics.Get(0, _ => Make(() => source.Metrics(_access.HasPassword), "text/plain; version=0.0.4; charset=utf-8"));
        return shared with { KeepsConnection = false };
    }

    private Answer Make(Func<byte[]?> make, string contentType = "application/json")
    {
        try
        {
            return make() is { } body ? new Answer(200, contentType, body) : Answer.Text(404, "This is no longer known.");
        }
        catch (Exception exception)
        {
            // OpenSim would answer 500 and log nothing. Readers ask again and again: one line is enough.
            if (Interlocked.Increment(ref _failures) == 1)
                Log.Error($"[MONGOOSE]: the status page failed; further failures are not logged. {exception.Message}", exception);
            return Answer.Text(500, "Mongoose failed to answer: see OpenSim.log.");
        }
    }
}
