using System.Collections.Specialized;
using System.Net;
using Mongoose.Server.Status.Http;
using OpenSim.Framework.Servers.HttpServer;

namespace Mongoose.Server.Tests.Status.Http;

/// <summary>The address of a reader behind a header that everyone can write.</summary>
public sealed class StatusRequestTests
{
    /// <summary>
    /// OpenSim notes the same address in both places today. If it notes two in future, one of them may come from a header.
    /// </summary>
    [TestCase("192.0.2.7", "192.0.2.7", "192.0.2.7")]
    [TestCase("192.0.2.7", "10.0.0.1", null)]
    [TestCase(null, "10.0.0.1", null)]
    public void A_forwarded_request_has_an_address_only_if_OpenSim_notes_the_same_twice(string? header, string endPoint, string? expected)
    {
        Request request = new(header, endPoint);
        Assert.That(StatusRequest.Address(request)?.ToString(), Is.EqualTo(expected));
    }

    [TestCase("192.0.2.7", "192.0.2.7")]
    [TestCase("2001:db8:0:1::7", "2001:db8:0:1::/64")]
    [TestCase("2001:db8:0:1:ffff::1", "2001:db8:0:1::/64")]
    [TestCase(null, "an unknown address")]
    public void Wrong_passwords_are_counted_under_an_address_or_a_network_of_IPv6(string? address, string name) =>
        Assert.That(StatusRequest.PasswordLimitKey(address is null ? null : IPAddress.Parse(address)), Is.EqualTo(name));

    private sealed class Request : IOSHttpRequest
    {
        public Request(string? noted, string endPoint)
        {
            Headers["x-forwarded-for"] = "198.51.100.1";
            Headers["remote_addr"] = noted;
            LocalIPEndPoint = new IPEndPoint(IPAddress.Parse(endPoint), 9000);
        }

        public NameValueCollection Headers { get; } = [];

        public string HttpMethod => "GET";

        public NameValueCollection QueryString { get; } = [];

        public IPEndPoint RemoteIPEndPoint { get; } = new(IPAddress.Parse("198.51.100.1"), 9000);

        public IPEndPoint LocalIPEndPoint { get; }

        public Uri Url { get; } = new("http://127.0.0.1/mongoose/");

        public string UriPath => Url.AbsolutePath;
    }
}
