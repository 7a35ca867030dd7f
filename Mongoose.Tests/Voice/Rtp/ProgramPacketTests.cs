using System.Text;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Rtp;

/// <summary>Packets that ffmpeg 5.1 and GStreamer 1.22 sent, the payload cut off after a few bytes and the host's name replaced.</summary>
public sealed class ProgramPacketTests
{
    private const string FfmpegSecondReport = "80c80006 d65303b9 eeaf7e74 ab020c49 5b299f55 000000f9 00009ba0";

    private const string GStreamerReport = "80c80006 29e22d57 eeaf7e77 ee55c0fc cb6f094f 0000008d 00005820"
        + "81ca000c 29e22d57 011c75736572333233363834383331354 0686f73742d3030303030303030 0609 4753747265616d6572 000000";

    [TestCase("8000075c 5b290305 d65303b9 ffc8bab3", 0, false, 0x075c, 0x5b290305u, 0xd65303b9u, TestName = "Ffmpeg_PCMU")]
    [TestCase("80e10c28 a574540b bb3f9d03 78817bc6", 97, true, 0x0c28, 0xa574540bu, 0xbb3f9d03u, TestName = "Ffmpeg_Opus")]
    [TestCase("8080257f cb6eb265 29e22d57 9e8f8986", 0, true, 0x257f, 0xcb6eb265u, 0x29e22d57u, TestName = "GStreamer_PCMU")]
    public void Audio(string digits, int type, bool isMarked, int number, uint timestamp, uint ssrc)
    {
        byte[] datagram = Hex.Bytes(digits);
        Assert.That(RtcpPacket.IsRtcp(datagram), Is.False);
        Assert.That(RtpPacket.TryRead(datagram, out RtpPacket packet), Is.True);
        Assert.That(packet.Header, Is.EqualTo(new RtpHeader((byte)type, isMarked, (ushort)number, timestamp, ssrc)));
        Assert.That(packet.Payload.Length, Is.EqualTo(4));
    }

    [Test]
    public void A_sender_report_of_ffmpeg_is_read()
    {
        ReadOnlySpan<byte> rest = Hex.Bytes(FfmpegSecondReport);
        Assert.That(RtcpPacket.TryTake(ref rest, out RtcpPacket packet), Is.True);
        Assert.That(SenderReport.TryRead(packet.Body, out SenderReport report), Is.True);
        Assert.That(report, Is.EqualTo(new SenderReport(0xd65303b9, 0xeeaf7e74ab020c49, 0x5b299f55, 249, 249 * 160)));
    }

    [Test]
    public void A_compound_report_of_GStreamer_is_read()
    {
        byte[] datagram = Hex.Bytes(GStreamerReport);
        Assert.That(RtcpPacket.IsRtcp(datagram), Is.True);
        ReadOnlySpan<byte> rest = datagram;
        Assert.That(RtcpPacket.TryTake(ref rest, out RtcpPacket first), Is.True);
        Assert.That(SenderReport.TryRead(first.Body, out SenderReport report), Is.True);
        Assert.That((report.Packets, report.PayloadBytes), Is.EqualTo((141u, 141u * 160)));
        Assert.That(RtcpPacket.TryTake(ref rest, out RtcpPacket second), Is.True);
        ReadOnlySpan<byte> body = second.Body;
        Assert.That(SourceDescription.TryTake(ref body, out uint ssrc, out ReadOnlySpan<byte> name), Is.True);
        Assert.That((ssrc, Encoding.UTF8.GetString(name)), Is.EqualTo((0x29e22d57u, "user3236848315@host-00000000")));
        Assert.That(rest.Length, Is.Zero);
    }
}
