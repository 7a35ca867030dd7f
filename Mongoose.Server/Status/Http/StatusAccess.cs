using System.Globalization;
using System.Reflection;
using log4net;
using Mongoose.Core.Status.Http;
using Mongoose.Core.Units;
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

    private readonly Password? _password = options.Password.Length > 0 ? new Password(options.Password) : null;
    private readonly WrongPasswords _wrong = new();

    /// <summary>Whether all who read have proved that they know the password, and so may see visitors' names.</summary>
    public bool HasPassword => _password is not null;

    /// <summary>Returns null if the reader may read, otherwise the answer that refuses it.</summary>
    public Answer? Refuse(IOSHttpRequest request)
    {
        if (!IsListed(request))
            return Counted(Refusal.Address, Answer.Text(403, "This address may not read: see StatusAllow."));
        if (_password is not null)
            return RefusePassword(_password, request);
        return StatusRequest.HasNoDomainName(request) ? null
            : Counted(Refusal.HostName, Answer.Text(403, "Without StatusPassword, ask for this host by its address or as localhost."));
    }

    private Answer? RefusePassword(Password password, IOSHttpRequest request)
    {
        // A browser asks without a password first.
        if (request.Headers["authorization"] is not { } header)
            return Counted(Refusal.NoPassword, Answer.Unauthorized);
        string reader = StatusRequest.PasswordLimitKey(StatusRequest.Address(request));
        // Comparing takes microseconds. Outside of the lock, requests at the same moment could compare more passwords than allowed.
        lock (_wrong)
        {
            Instant now = new(time.GetElapsedTime(0).Ticks * TimeSpan.NanosecondsPerTick);
            Duration wait = _wrong.WaitOf(reader, now);
            if (wait > Duration.Zero)
                return Counted(Refusal.TooManyWrongPasswords, TooMany(wait));
            if (password.IsIn(header))
                return null;
            if (_wrong.Add(reader, now))
                Log.Warn($"[MONGOOSE]: status page: {WrongPasswords.Allowed} wrong passwords within a minute from {reader};"
                    + " refuses its further passwords until the minute is over");
        }
        return Counted(Refusal.WrongPassword, Answer.Unauthorized);
    }

    // Answered at once: a delayed answer would hold a connection and a thread of the simulator.
    private static Answer TooMany(Duration wait)
    {
        string seconds = Math.Ceiling(wait.Seconds).ToString(CultureInfo.InvariantCulture);
        return Answer.Text(429, $"Too many wrong passwords from this address: try again in {seconds} s.", ("Retry-After", seconds));
    }

    private Answer Counted(Refusal reason, Answer answer)
    {
        refused.Count(reason);
        return answer;
    }

    private bool IsListed(IOSHttpRequest request) => options.Allow.Count == 0
        || StatusRequest.Address(request) is { } address && options.Allow.Any(network => network.Contains(address));
}
