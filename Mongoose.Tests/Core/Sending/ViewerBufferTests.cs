using Mongoose.Core.Channels;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;

namespace Mongoose.Tests.Core.Sending;

/// <summary>The maximum number of packets on their way to a viewer that does not read its socket for a while.</summary>
public sealed class ViewerBufferTests
{
    private const double Segment = PathController.SegmentBytes;

    [Test]
    public void With_a_small_window_75_packets_may_be_in_flight([Values(2, 15, 53)] double segments) =>
        Assert.That(ViewerBuffer.MaxPackets(segments * Segment, packetsPerDatagram: 0), Is.EqualTo(75));

    [TestCase(100, 140)]
    [TestCase(1000, 1400)]
    public void With_a_large_window_1_4_windows_may_be_in_flight(double segments, int packets) =>
        Assert.That(ViewerBuffer.MaxPackets(segments * Segment, packetsPerDatagram: 0), Is.EqualTo(packets));

    [TestCase(15, 75)]
    [TestCase(100, 140)]
    public void Half_of_a_datagram_s_packets_have_left_the_socket_and_count_in_addition(double segments, int packets) =>
        Assert.That(ViewerBuffer.MaxPackets(segments * Segment, packetsPerDatagram: 20), Is.EqualTo(packets + 10));

    [Test]
    public void With_path_control_no_more_packets_are_sent_until_acks_arrive_however_small_they_are()
    {
        Assert.That(SentWithoutAcks(new SendingOptions { PathControl = PathControlOptions.Default }), Is.InRange(75, 76));
        Assert.That(SentWithoutAcks(new SendingOptions { FastResend = true }), Is.GreaterThan(100),
            "without path control only bytes count");
    }

    private static int SentWithoutAcks(SendingOptions options)
    {
        SenderRig rig = new(options);
        FakePort port = rig.Open().Port.Enqueue(Channel.Texture, bytes: 50, packets: 200);
        rig.Run(1000);
        return port.Log.Count;
    }
}
