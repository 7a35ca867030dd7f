using Mongoose.Core.Units;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Rtp;

public sealed class RtpStreamTests
{
    private static Instant Ms(double value) => Instant.FromMilliseconds(value);

    [Test]
    public void The_first_packet_and_the_first_after_a_pause_have_the_marker()
    {
        RtpStream stream = new(9, 65_535, 8000);
        Assert.That(stream.Next(0, 0, 160, Ms(0)), Is.EqualTo(new RtpHeader(0, true, 65_535, 0, 9)));
        Assert.That(stream.Next(160, 0, 160, Ms(100)), Is.EqualTo(new RtpHeader(0, false, 0, 160, 9)));
        Assert.That(stream.Next(960, 0, 160, Ms(201)), Is.EqualTo(new RtpHeader(0, true, 1, 960, 9)));
    }

    [Test]
    public void A_report_has_the_counts_and_the_timestamp_of_now()
    {
        RtpStream stream = new(9, 1, 48_000);
        Assert.That(stream.Report(5, Ms(3)), Is.EqualTo(new SenderReport(9, 5, 0, 0, 0)));
        stream.Next(uint.MaxValue - 479, 96, 80, Ms(1000));
        stream.Next(480, 96, 70, Ms(1020));
        Assert.That(stream.Report(6, Ms(1030)), Is.EqualTo(new SenderReport(9, 6, 960, 2, 150)));
    }
}
