using Mongoose.Runtime.Hosts;

namespace Mongoose.Tests.Network.Hosts;

public sealed class SegmentErrorsTests
{
    private static readonly string[] Lines =
    [
        "Ip: Forwarding DefaultTTL InReceives InHdrErrors InAddrErrors",
        "Ip: 2 64 4711 3 0",
        "Tcp: RtoAlgorithm MaxConn InSegs InErrs OutRsts InCsumErrors",
        "Tcp: 1 -1 1000 5 0 4",
    ];

    [Test]
    public void Counters_are_found_by_name()
    {
        SegmentErrors errors = SegmentErrors.Parse(Lines);
        Assert.That(errors, Is.EqualTo(new SegmentErrors(IpHeaders: 3, Segments: 5, Checksums: 4)));
        Assert.That(errors.Total, Is.EqualTo(8));
    }

    [Test]
    public void A_missing_counter_is_reported()
    {
        string[] old = [.. Lines.Select(line => line.Replace(" InCsumErrors", ""))];
        Assert.That(Assert.Throws<HostException>(() => SegmentErrors.Parse(old))!.Message, Does.EndWith("Tcp: InCsumErrors is missing"));
        Assert.Throws<HostException>(() => SegmentErrors.Parse([]));
    }
}
