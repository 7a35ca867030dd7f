using System.Net;

namespace Mongoose.Client.Downloads;

/// <summary>The server to which a connection leads.</summary>
internal readonly record struct Origin(bool IsSecure, string Host, int Port)
{
    public static Origin From(Uri address) => new(address.Scheme == Uri.UriSchemeHttps, address.IdnHost, address.Port);

    public EndPoint EndPoint =>
        IPAddress.TryParse(Host, out IPAddress? address) ? new IPEndPoint(address, Port) : new DnsEndPoint(Host, Port);
}
