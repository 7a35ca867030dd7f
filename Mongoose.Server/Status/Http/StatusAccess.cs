using System.Reflection;
using log4net;
using Mongoose.Core.Status.Http;
using Mongoose.Server.Configuration;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Status.Http;

/// <summary>Who may read. Thread-safe.</summary>
/// <param name="options">The password, and the addresses that may read.</param>
/// <param name="refused">Counts the refusals.</param>
/// <param name="time">The clock.</param>
internal sealed class StatusAccess(StatusOptions options, RefusedRequests refused, TimeProvider time)
{
    private static readonly ILog Log = LogManager.GetLogger(MethodBase.GetCurrentMethod()!.DeclaringType);

    private readonly PasswordGuard? _guard = options.Password.Length == 0 ? null : new PasswordGuard(options.Password, refused)
    {
        Guessed = line => Log.Warn($"[MONGOOSE]: status page: {line}"),
    };

    /// <summary>Whether all who read have proved that they know the password, and so may see visitors' names.</summary>
    public bool HasPassword => _guard is not null;

    /// <summary>Returns null if the reader may read, otherwise the answer that refuses it.</summary>
    public Answer? Refuse(IOSHttpRequest request)
    {
        if (!IsListed(request))
            return Refused(Refusal.Address, "This address may not read: see StatusAllow.");
        if (_guard is not null)
            return RefusePassword(_guard, request);
        return HostName.IsNoDomain(request.Url) ? null
            : Refused(Refusal.HostName, "Without StatusPassword, ask for this host by its address or as localhost.");
    }

    private Answer? RefusePassword(PasswordGuard guard, IOSHttpRequest request)
    {
        string reader = StatusRequest.PasswordLimitKey(StatusRequest.Address(request));
        // Comparing takes microseconds. Outside of the lock, requests at the same moment could compare more passwords than allowed.
        lock (guard)
            return guard.Refuse(request.Headers["authorization"], reader, new(time.GetElapsedTime(0).Ticks * TimeSpan.NanosecondsPerTick));
    }

    private Answer Refused(Refusal reason, string text)
    {
        refused.Count(reason);
        return Answer.Text(403, text);
    }

    private bool IsListed(IOSHttpRequest request) => options.Allow.Count == 0
        || StatusRequest.Address(request) is { } address && options.Allow.Any(network => network.Contains(address));
}
