using Mongoose.Server.Configuration;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Status.Http;

/// <summary>Who may read.</summary>
internal sealed class StatusAccess(StatusOptions options)
{
    private readonly Password? _password = options.Password.Length > 0 ? new Password(options.Password) : null;

    /// <summary>Whether all who read have proved that they know the password, and so may see visitors' names.</summary>
    public bool IsProved => _password is not null;

    /// <summary>Returns null if the reader may read, otherwise the answer that refuses it.</summary>
    public Answer? Refuse(IOSHttpRequest request)
    {
        if (!IsListed(request))
            return Answer.Refusal(403, "This address may not read: see StatusAllow.");
        if (_password is not null)
            return _password.IsIn(request.Headers["authorization"]) ? null : Answer.WithoutPassword;
        return Reader.AsksForLocalHost(request) ? null : Answer.Refusal(403, "Without StatusPassword, ask for this host by its address or as localhost.");
    }

    private bool IsListed(IOSHttpRequest request) => options.Allow.Count == 0
        || Reader.Address(request) is { } address && options.Allow.Any(network => network.Contains(address));
}
