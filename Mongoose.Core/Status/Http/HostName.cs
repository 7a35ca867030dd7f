namespace Mongoose.Core.Status.Http;

/// <summary>The host that a reader asks for.</summary>
public static class HostName
{
    /// <summary>
    /// Whether the URL's host is an IP address, <c>localhost</c>, or a name that ends in <c>.localhost</c>. In a DNS rebinding attack, the
    /// host is the attacker's domain name.
    /// </summary>
    public static bool IsNoDomain(Uri url) => url.HostNameType is UriHostNameType.IPv4 or UriHostNameType.IPv6
        || url.Host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
        || url.Host.EndsWith(".localhost", StringComparison.OrdinalIgnoreCase);
}
