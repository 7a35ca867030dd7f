using System.Net;
using Mongoose.Runtime.Udp;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Runtime.Udp;

public sealed class UdpAddressTests
{
    [ForAll(Replay = "20261121,7")]
    public void An_address_survives_conversion_to_an_end_point_and_back(uint host, ushort port)
    {
        UdpAddress address = new(host, port);
        Assert.That(UdpAddress.From(address.ToEndPoint()), Is.EqualTo(address));
        Assert.That(UdpAddress.From(IPEndPoint.Parse(address.ToString())), Is.EqualTo(address));
    }

    [Test]
    public void It_is_formatted_in_the_usual_notation()
    {
        Assert.That(new UdpAddress(0x0A00_0102, 9000).ToString(), Is.EqualTo("10.0.1.2:9000"));
        Assert.That(UdpAddress.Loopback(65535).ToString(), Is.EqualTo("127.0.0.1:65535"));
        Assert.That(UdpAddress.From(new IPEndPoint(IPAddress.Parse("::ffff:10.0.1.2"), 1)), Is.EqualTo(new UdpAddress(0x0A00_0102, 1)));
    }
}
