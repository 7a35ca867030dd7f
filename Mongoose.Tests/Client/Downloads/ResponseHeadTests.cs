using System.Text;
using Mongoose.Client.Downloads;

namespace Mongoose.Tests.Client.Downloads;

public sealed class ResponseHeadTests
{
    [TestCase("HTTP/1.1 200 OK\r\nContent-Length: 1", false)]
    [TestCase("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: Close", true)]
    [TestCase("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: close\r\nConnection: keep-alive", true)]
    [TestCase("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: keep-alive\r\nConnection: close", true)]
    [TestCase("HTTP/1.0 200 OK\r\nContent-Length: 1", true)]
    [TestCase("HTTP/1.0 200 OK\r\nContent-Length: 1\r\nConnection: keep-alive", false)]
    [TestCase("HTTP/1.0 200 OK\r\nContent-Length: 1\r\nConnection: keep-alive, close", true)]
    [TestCase("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked", false)]
    [TestCase("HTTP/1.1 200 OK\r\nConnection: keep-alive", true, Description = "the body lasts until the server closes the connection")]
    [TestCase("HTTP/1.1 204 No Content", false)]
    public void A_connection_is_used_again_unless_the_server_says_that_it_closes_it(string head, bool closes) =>
        Assert.That(ResponseHead.Parse(Encoding.Latin1.GetBytes(head)).Closes, Is.EqualTo(closes));
}
