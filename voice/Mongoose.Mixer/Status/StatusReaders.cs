using Mongoose.Core.Status.Http;
using Mongoose.Runtime.Http;
using Mongoose.Runtime.Time;

namespace Mongoose.Mixer.Status;

/// <summary>Answers those who may read. Thread-safe.</summary>
internal sealed class StatusReaders
{
    private readonly IStatusSource _source;
    private readonly PasswordGuard? _guard;
    private readonly StatusRoutes _routes;
    private readonly Action<string> _report;
    private int _failures;

    /// <param name="source">The data.</param>
    /// <param name="password">The password; empty for none.</param>
    /// <param name="report">Receives lines for operators, on any thread.</param>
    public StatusReaders(IStatusSource source, string password, Action<string> report)
    {
        (_source, _report) = (source, report);
        _guard = password.Length == 0 ? null
            : new PasswordGuard(password, source.Refused) { Guessed = line => report($"status page: {line}") };
        _routes = new StatusRoutes
        {
            Data = request => StatusRoutes.Json(source.Data(request, _guard is not null)),
            Incident = _ => Core.Status.Http.Answer.Text(404, "A mixer has no incidents."),
            Metrics = () => StatusRoutes.Text(source.Metrics(_guard is not null)),
        };
    }

    /// <summary>The answer to a request.</summary>
    public Answer Answer(HttpRequest request)
    {
        try
        {
            return Refuse(request) ?? _routes.Find(request.Method, request.Path, request.Query);
        }
        catch (Exception exception)
        {
            // Readers ask again and again: one line is enough.
            if (Interlocked.Increment(ref _failures) == 1)
                _report($"the status page failed; further failures are not reported: {exception.Message}");
            return Core.Status.Http.Answer.Text(500, "The mixer failed to answer: see its messages.");
        }
    }

    private Answer? Refuse(HttpRequest request)
    {
        if (_guard is { } guard)
        {
            // Outside of the lock, requests at the same moment could compare more passwords than allowed.
            lock (guard)
                return guard.Refuse(request.Header("Authorization"), request.Reader.ToString(), RealTimeLoop.Clock);
        }
        if (Uri.TryCreate($"http://{request.Header("Host")}/", UriKind.Absolute, out Uri? host) && HostName.IsNoDomain(host))
            return null;
        _source.Refused.Count(Refusal.HostName);
        return Core.Status.Http.Answer.Text(403, "Without statusPassword, ask for this host by its address or as localhost.");
    }
}
