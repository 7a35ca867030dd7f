using System.Reflection;
using log4net;
using Mongoose.Core.Status.Http;
using Mongoose.Core.Status.Page;
using Mongoose.Server.Configuration;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Status.Http;

/// <summary>Answers the requests for <c>/mongoose</c> and the paths below it. Thread-safe.</summary>
internal sealed class StatusPages
{
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    private readonly StatusAccess _access;
    private readonly StatusRoutes _routes;
    private int _failures;

    public StatusPages(StatusOptions options, IStatusSource source, TimeProvider time)
    {
        SharedAnswer<PageRequest> data = new(time);
        SharedAnswer<long> incident = new(time), metrics = new(time);
        _access = new StatusAccess(options, source.Refused, time);
        _routes = new StatusRoutes
        {
            Data = request => data.Get(request, asked => Make(() => source.Data(asked, _access.HasPassword), StatusRoutes.Json)),
            Incident = number => incident.Get(number, id => Make(() => source.Incident(id, _access.HasPassword), StatusRoutes.Json)),
            Metrics = () => metrics.Get(0, _ => Make(() => source.Metrics(_access.HasPassword), StatusRoutes.Text)),
        };
    }

    /// <summary>Handles a request, on OpenSim's thread. OpenSim itself answers OPTIONS.</summary>
    public void Handle(IOSHttpRequest request, IOSHttpResponse response)
    {
        Answer answer = _access.Refuse(request) ?? _routes.Find(request.HttpMethod, request.UriPath, name => request.QueryString[name]);
        foreach ((string name, string value) in StatusRoutes.Headers)
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

    private Answer Make(Func<byte[]?> make, Func<byte[], Answer> answer)
    {
        try
        {
            return make() is { } body ? answer(body) : Answer.Text(404, "This is no longer known.");
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
