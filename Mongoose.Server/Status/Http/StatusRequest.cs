using System.Net;
using Mongoose.Server.Configuration;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Status.Http;

/// <summary>Reads the sender and the host of a request for a status page, as far as the request can be trusted.</summary>
internal static class StatusRequest
{
    /// <summary>
    /// The address at the other end of the connection; null if it is unknown. OpenSim takes <see cref="IOSHttpRequest.RemoteIPEndPoint"/>
    /// from the headers X-Forwarded-For and Forwarded, which any client can send; OpenSim turns both into x-forwarded-for. If there is one,
    /// this method reads OpenSim's own header remote_addr and <see cref="IOSHttpRequest.LocalIPEndPoint"/>, which despite its name holds
    /// the remote end, and returns null unless both agree.
    /// </summary>
    public static IPAddress? Address(IOSHttpRequest request)
    {
        if (request.Headers["x-forwarded-for"] is null)
            return Addresses.Plain(request.RemoteIPEndPoint.Address);
        return IPAddress.TryParse(request.Headers["remote_addr"], out IPAddress? noted) && noted.Equals(request.LocalIPEndPoint.Address)
            ? Addresses.Plain(noted) : null;
    }

    /// <summary>
    /// The key under which wrong passwords are counted, and the name in the log line about them: the address, or its /64 network in IPv6,
    /// because one host can use every address of such a network.
    /// </summary>
    public static string PasswordLimitKey(IPAddress? address) => address is null ? "an unknown address" : Addresses.HouseholdOf(address);
}
