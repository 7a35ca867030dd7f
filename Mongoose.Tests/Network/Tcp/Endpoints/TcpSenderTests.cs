using Mongoose.Core.Units;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.CongestionControl;
using Mongoose.Network.Tcp.Endpoints;

namespace Mongoose.Tests.Network.Tcp.Endpoints;

public sealed class TcpSenderTests
{
    private const double Byte = 1.0 / SenderRig.SegmentBytes;

    private static readonly TcpOptions Small = SenderRig.Options with { InitialWindowSegments = 2 };

    [Test]
    public void In_slow_start_every_acknowledgment_of_a_segment_sends_two()
    {
        SenderRig rig = new(Small);
        Assert.That(rig.Sent(), Is.EqualTo(new[] { 0, 1 }));
        Assert.That(rig.Ack(1), Is.EqualTo(new[] { 2, 3 }));
        Assert.That(rig.Ack(2), Is.EqualTo(new[] { 4, 5 }));
        Assert.That(rig.CwndSegments, Is.EqualTo(4));
    }

    [TestCase(1, 3)]
    [TestCase(2, 4)]
    public void A_delayed_acknowledgment_opens_the_window_by_at_most_L_segments(int limit, int cwnd)
    {
        SenderRig rig = new(Small with { CongestionControl = new Reno { SlowStartSegments = limit } });
        rig.Sent();
        rig.Ack(2);
        Assert.That(rig.CwndSegments, Is.EqualTo(cwnd));
    }

    [Test]
    public void The_window_does_not_grow_while_the_application_limits_the_sender()
    {
        SenderRig rig = new(SenderRig.Options, 4);
        rig.Sent();
        for (int next = 1; next <= 4; next++)
            rig.Ack(next);
        Assert.That(rig.CwndSegments, Is.EqualTo(10));
    }

    [Test]
    public void A_repeated_timeout_leaves_ssthresh_and_doubles_the_timer()
    {
        SenderRig rig = new(SenderRig.Options with { InitialWindowSegments = 8 });
        Instant start = rig.Now;
        rig.Sent();
        Assert.That(rig.TimeOut(), Is.EqualTo(new[] { 0 }));
        Assert.That((rig.Now - start).Seconds, Is.EqualTo(1));
        Assert.That((rig.CwndSegments, rig.SsthreshSegments), Is.EqualTo((1, 4)));
        Assert.That(rig.TimeOut(), Is.EqualTo(new[] { 0 }));
        Assert.That((rig.Now - start).Seconds, Is.EqualTo(1 + 2));
        Assert.That((rig.CwndSegments, rig.SsthreshSegments), Is.EqualTo((1, 4)),
            "ssthresh is not computed again from the data in flight, max(8 / 2, 2)");
        rig.TimeOut();
        Assert.That((rig.Now - start).Seconds, Is.EqualTo(1 + 2 + 4));
    }

    [Test]
    public void Without_timestamps_data_that_was_sent_twice_measures_nothing()
    {
        SenderRig rig = new(Small with { Timestamps = false });
        rig.Sent();
        rig.TimeOut();
        rig.Wait(Duration.FromMilliseconds(50));
        rig.Ack(1);
        Assert.That(rig.Sender.SmoothedRtt, Is.EqualTo(Duration.Zero));
        Assert.That(rig.Sender.Rto.Seconds, Is.EqualTo(2), "the back-off stays until there is a measurement");
    }

    [Test]
    public void After_idleness_it_starts_from_the_initial_window()
    {
        SenderRig rig = new(Small, 14);
        rig.Sent();
        for (int next = 1; next <= 14; next++)
            rig.Ack(next);
        Assert.That(rig.CwndSegments, Is.GreaterThan(6));
        rig.Wait(rig.Sender.Rto + new Duration(1));
        rig.Sender.Write(50_000);
        Assert.That(rig.Sent(), Is.EqualTo(new[] { 14, 15 }));
    }

    [Test]
    public void The_receivers_window_is_never_exceeded()
    {
        SenderRig rig = new(SenderRig.Options with { ReceiveWindowBytes = 2500 });
        Assert.That(rig.Sent(), Is.EqualTo(new[] { 0, 1 }));
    }

    [Test]
    public void An_echoed_mark_halves_the_window_once_per_round_trip_and_new_data_carries_CWR()
    {
        SenderRig rig = new(SenderRig.Options with { Ecn = true });
        rig.Sent();
        rig.AckWithMark(1);
        Assert.That((rig.CwndSegments, rig.SsthreshSegments), Is.EqualTo((5, 5)));
        for (int next = 2; next <= 10; next++)
            rig.AckWithMark(next);
        Assert.That(rig.SsthreshSegments, Is.EqualTo(5), "the receiver had not seen CWR yet");
        rig = new SenderRig(SenderRig.Options with { Ecn = true });
        rig.Sent();
        rig.AckWithMark(1);
        for (int next = 2; next <= 5; next++)
            Assert.That(rig.Ack(next), Is.Empty);
        rig.Sender.OnAck(new AckSegment(6000, 1_000_000, rig.Now), rig.Now);
        Assert.That(rig.SentSegments()[0].Cwr, Is.True);
    }

    // A second loss, timeout or mark occurs when many segments are SACKed and the sender has sent as many more: FlightSize exceeds the
    // window.
    [TestCase("reno", 0.5)]
    [TestCase("vegas", 0.5)]
    [TestCase("cubic", 0.7)]
    public void A_loss_right_after_a_recovery_reduces_from_the_window_and_not_from_SACKed_data(string control, double factor)
    {
        SenderRig rig = SenderRig.AfterRecovery(OptionsOf(control), out int next);
        double before = rig.CwndSegments;
        rig.Ack(22, (23, next + 1));
        Assert.That(rig.Sender.Counters.FastRecoveries, Is.EqualTo(2));
        Assert.That((rig.CwndSegments, rig.SsthreshSegments), Is.EqualTo((factor * before, factor * before)).Within(Byte));
    }

    [TestCase("reno", 0.5)]
    [TestCase("vegas", 0.5)]
    [TestCase("cubic", 0.7)]
    public void A_timeout_right_after_a_recovery_does_too(string control, double factor)
    {
        SenderRig rig = SenderRig.AfterRecovery(OptionsOf(control), out _);
        double before = rig.CwndSegments;
        rig.TimeOut();
        Assert.That((rig.CwndSegments, rig.SsthreshSegments), Is.EqualTo((1, factor * before)).Within(Byte));
    }

    [TestCase("reno", 0.5)]
    [TestCase("vegas", 0.5)]
    [TestCase("cubic", 0.7)]
    public void A_mark_right_after_a_recovery_does_too(string control, double factor)
    {
        SenderRig rig = SenderRig.AfterRecovery(OptionsOf(control), out _);
        double before = rig.CwndSegments;
        rig.AckWithMark(23);
        Assert.That((rig.CwndSegments, rig.SsthreshSegments), Is.EqualTo((factor * before, factor * before)).Within(Byte));
    }

    [Test]
    public void The_handshake_measures_the_first_round_trip()
    {
        SenderRig rig = new(Small with { Handshake = true });
        DataSegment syn = rig.SentSegments().Single();
        Assert.That(syn.IsSyn);
        rig.Wait(Duration.FromMilliseconds(80));
        rig.Sender.OnAck(new AckSegment(0, 1_000_000, syn.SentAt), rig.Now);
        Assert.That(rig.Sender.SmoothedRtt.Milliseconds, Is.EqualTo(80));
        Assert.That(rig.Sent(), Is.EqualTo(new[] { 0, 1 }));
    }

    [Test]
    public void A_lost_SYN_is_resent_after_a_second_and_then_the_timeout_is_three_seconds()
    {
        SenderRig rig = new(Small with { Handshake = true });
        DataSegment syn = rig.SentSegments().Single();
        Assert.That(rig.TimeOut(), Has.Length.EqualTo(1));
        Assert.That((rig.Now - syn.SentAt).Seconds, Is.EqualTo(1));
        rig.Ack(0);
        Assert.That(rig.Sender.Rto.Seconds, Is.EqualTo(3), "RFC 6298 (5.7)");
    }

    [Test]
    public void Old_acknowledgments_and_those_of_data_never_sent_change_nothing()
    {
        SenderRig rig = new(Small);
        rig.Sent();
        Assert.That(rig.Ack(50), Is.Empty);
        rig.Ack(2);
        Assert.That(rig.Ack(1), Is.Empty);
        Assert.That(rig.Sender.Acknowledged, Is.EqualTo(2000));
    }

    [TestCase("SegmentBytes")]
    [TestCase("InitialWindowSegments")]
    [TestCase("ReceiveWindowBytes")]
    [TestCase("SegmentsPerAck")]
    [TestCase("MinRto")]
    [TestCase("AckDelay")]
    public void Options_out_of_range_are_refused_by_name(string name)
    {
        TcpOptions bad = name switch
        {
            "SegmentBytes" => new() { SegmentBytes = 0 },
            "InitialWindowSegments" => new() { InitialWindowSegments = 0 },
            "ReceiveWindowBytes" => new() { ReceiveWindowBytes = 1000 },
            "SegmentsPerAck" => new() { SegmentsPerAck = 3 },
            "MinRto" => new() { MinRto = Duration.Zero },
            _ => new() { AckDelay = Duration.FromSeconds(1) },
        };
        Assert.That(() => new TcpSender(bad), Throws.ArgumentException.With.Message.Contains(name).And.Message.Contains("allowed"));
    }

    private static TcpOptions OptionsOf(string control) =>
        SenderRig.Options with { CongestionControl = CongestionControls.Find(control)!, Ecn = true };
}
