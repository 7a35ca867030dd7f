using System.Globalization;
using System.Net;
using Mongoose.Server.Configuration;
using Mongoose.Server.Status.Metrics;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Status.Http;

/// <summary>Who may read. Thread-safe.</summary>
/// <param name="options">The password, and the addresses that may read.</param>
/// <param name="refused">Counts the refusals.</param>
/// <param name="time">The clock.</param>
internal sealed class StatusAccess(StatusOptions options, RefusedRequests refused, TimeProvider time)
{
    private readonly Password? _password = options.Password.Length > 0 ? new Password(options.Password) : null;
    private readonly WrongPasswords _wrong = new(time);

    /// <summary>Whether all who read have proved that they know the password, and so may see visitors' names.</summary>
    public bool IsProved => _password is not null;

    /// <summary>Returns null if the reader may read, otherwise the answer that refuses it.</summary>
    public Answer? Refuse(IOSHttpRequest request)
    {
        if (!IsListed(request))
            return Counted(Refusal.Address, Answer.Refusal(403, "This address may not read: see StatusAllow."));
        if (_password is not null)
            return RefusePassword(_password, request);
        return Reader.AsksForLocalHost(request) ? null
            : Counted(Refusal.HostName, Answer.Refusal(403, "Without StatusPassword, ask for this host by its address or as localhost."));
    }

    private Answer? RefusePassword(Password password, IOSHttpRequest request)
    {
        // A browser asks without a password first.
        if (request.Headers["authorization"] is not { } header)
            return Counted(Refusal.NoPassword, Answer.WithoutPassword);
        IPAddress? reader = Reader.Address(request);
        // Comparing takes microseconds. Outside of the lock, requests at the same moment could compare more passwords than allowed.
        lock (_wrong)
        {
            TimeSpan wait = _wrong.WaitOf(reader);
            if (wait > TimeSpan.Zero)
                return Counted(Refusal.TooManyWrongPasswords, TooMany(wait));
            if (password.IsIn(header))
                return null;
            _wrong.Add(reader);
        }
        return Counted(Refusal.WrongPassword, Answer.WithoutPassword);
    }

    // Answered at once: a delayed answer would hold a connection and a thread of the simulator.
    private static Answer TooMany(TimeSpan wait)
    {
        string seconds = Math.Ceiling(wait.TotalSeconds).ToString(CultureInfo.InvariantCulture);
        return Answer.Refusal(429, $"Too many wrong passwords from this address: try again in {seconds} s.", ("Retry-After", seconds));
    }

    private Answer Counted(Refusal reason, Answer answer)
    {
        refused.Count(reason);
        return answer;
    }

    private bool IsListed(IOSHttpRequest request) => options.Allow.Count == 0
        || Reader.Address(request) is { } address && options.Allow.Any(network => network.Contains(address));
}
