using Mongoose.Client.Viewers;
using Mongoose.Core.Lludp;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Viewers;

/// <summary>Acks of a viewer with frames, as sent by viewers until early 2026.</summary>
public sealed class ViewerFrameTests
{
    /// <summary>Updates per second of a walking and of a standing avatar; the second rate is not in step with frames.</summary>
    private const double Walking = 10, Standing = 0.93;

    /// <summary>Tolerance of the cadences; real frames are less even.</summary>
    private const double TolerancePercent = 12;

    [TestCase(45, Walking, 62, 24)]
    [TestCase(45, Standing, 119, 45)]
    [TestCase(15, Walking, 91, 35)]
    [TestCase(15, Standing, 171, 65)]
    [TestCase(120, Walking, 54, 20)]
    public void Acks_are_sent_at_the_rate_of_frames_and_of_agent_updates(double frames, double agentUpdates, double gapMs, double acks)
    {
        AckStage stage = new(Viewer(frames, agentUpdates));
        stage.Stream(megabits: 3, seconds: 60);
        AckDatagram[] datagrams = stage.Acks.ToArray();
        double gap = (datagrams[^1].At - datagrams[0].At).Milliseconds / (datagrams.Length - 1);
        double mean = datagrams.Average(datagram => datagram.Sequences.Length);
        TestContext.Out.WriteLine($"{gap:F1} ms, {mean:F1} acks");
        Assert.That(gap, Is.EqualTo(gapMs).Within(TolerancePercent).Percent);
        Assert.That(mean, Is.EqualTo(acks).Within(TolerancePercent).Percent);
    }

    /// <summary>A PacketAck is sent at the end of a frame, and includes packets that arrived a moment before.</summary>
    [TestCase(45, 0)]
    [TestCase(15, 0)]
    [TestCase(45, 0.5)]
    public void The_newest_packet_in_a_PacketAck_shows_the_round_trip_and_the_oldest_does_not(double frames, double hitch)
    {
        AckStage stage =
            new(Viewer(frames, Walking, hitch) with { Frames = Frames(frames, hitch) with { SocketBytes = 800_000 } }, roundTripMs: 100);
        stage.Stream(megabits: 3, seconds: 20);
        double[][] ages = Ages(stage, MessageId.PacketAck);
        TestContext.Out.WriteLine($"newest {ages.Average(of => of.Min()):F1}, oldest {ages.Average(of => of.Max()):F1} ms");
        Assert.That(ages.Select(of => of.Min()), Has.All.InRange(100, 103));
        Assert.That(ages.Average(of => of.Max()), Is.GreaterThan(150));
    }

    /// <summary>A frame begins with its AgentUpdate, so the acks that it carries are those of the previous frame.</summary>
    [TestCase(45)]
    [TestCase(15)]
    public void The_newest_packet_that_an_AgentUpdate_acks_shows_the_round_trip_plus_a_frame(double frames)
    {
        AckStage stage = new(Viewer(frames, Walking), roundTripMs: 100);
        stage.Stream(megabits: 3, seconds: 20);
        double frameMs = 1000 / frames;
        double[][] ages = Ages(stage, MessageId.AgentUpdate);
        Assert.That(ages.Select(of => of.Min()), Has.All.InRange(100 + frameMs, 103 + 3 * frameMs));
        Assert.That(ages.Average(of => of.Min()), Is.EqualTo(101 + frameMs).Within(10).Percent);
    }

    [Test]
    public void Acks_that_follow_appended_acks_wait_no_longer_than_those_would_have()
    {
        AckStage stage = new(Viewer(50, 0));
        uint first = stage.Send();
        stage.Run(0.04);
        stage.Viewer.SendAgentUpdate(0, AgentControls.None);
        stage.Run(0.2);
        Instant sent = stage.Clock.Now;
        uint next = stage.Send();
        stage.Run(0.2);
        Assert.That(stage.Acks.Select(acks => (acks.Message, acks.Sequences.Single())),
            Is.EqualTo(new[] { (MessageId.AgentUpdate, first), (MessageId.PacketAck, next) }));
        Assert.That((stage.Acks.Last().At - sent).Milliseconds, Is.LessThanOrEqualTo(20), "in the next frame");
    }

    [Test]
    public void Other_messages_carry_the_acks_that_are_pending()
    {
        AckStage stage = new(Viewer(45, 10));
        stage.Stream(megabits: 3, seconds: 5);
        Assert.That(stage.Acks.Select(acks => acks.Message).Distinct(),
            Is.SupersetOf(new[] { MessageId.AgentUpdate, MessageId.PacketAck, MessageId.StartPingCheck }));
        Assert.That(stage.Acks.SelectMany(acks => acks.Sequences), Is.Unique, "an ack is sent once");
    }

    [Test]
    public void Without_another_message_acks_are_sent_in_the_first_frame_in_which_the_oldest_exceeds_100_ms()
    {
        AckStage stage = new(Viewer(50, 0));
        stage.Clock.RunFor(Duration.FromMilliseconds(1));
        Instant sent = stage.Clock.Now;
        uint first = stage.Send();
        stage.Run(0.06);
        uint second = stage.Send();
        stage.Run(0.5);
        AckDatagram acks = stage.Acks.Single(datagram => datagram.Sequences.Contains(first));
        Assert.That(acks.Sequences, Is.EqualTo(new[] { first, second }));
        Assert.That((acks.At - sent).Milliseconds, Is.InRange(100, 100 + 2 * 20));
    }

    [Test]
    public void More_than_250_acks_take_several_datagrams()
    {
        AckStage stage = new(
            Viewer(45, 0) with { Frames = new FrameOptions { SocketBytes = 10_000_000, PacketTime = Duration.FromMilliseconds(0.01) } });
        stage.Send(600);
        stage.Run(1);
        Assert.That(stage.Acks.Select(acks => acks.Sequences.Length), Is.EqualTo(new[] { 250, 250, 100 }));
    }

    [Test]
    public void A_packet_that_arrives_twice_is_acked_twice()
    {
        AckStage stage = new(Viewer(45, 0));
        uint sequence = stage.Send();
        byte[] again = (byte[])stage.Region.Sent[^1].Clone();
        DatagramHeader.MarkResent(again);
        stage.Run(0.3);
        stage.Region.Send(again);
        stage.Run(0.3);
        Assert.That(stage.Acks.SelectMany(acks => acks.Sequences), Is.EqualTo(new[] { sequence, sequence }));
    }

    [Test]
    public void A_ping_is_answered_in_the_next_frame()
    {
        AckStage stage = new(Viewer(10, 0));
        List<double> waits = [];
        for (byte id = 1; id <= 50; id++)
        {
            Instant asked = stage.Clock.Now;
            stage.Region.Ping(id);
            stage.Run(0.137);
            waits.Add((stage.Region.Of(MessageId.CompletePingCheck).Last().At - asked).Milliseconds);
        }
        Assert.That(waits, Has.All.InRange(0, 100));
        Assert.That(waits.Average(), Is.EqualTo(50).Within(10));
    }

    private static ViewerOptions Viewer(double frames, double agentUpdates, double hitch = 0) => new()
    {
        Acks = AckManner.Processed,
        AgentUpdatesPerSecond = agentUpdates,
        PingInterval = Duration.FromSeconds(5),
        Frames = Frames(frames, hitch),
    };

    private static FrameOptions Frames(double frames, double hitch) => new()
    {
        FramesPerSecond = frames,
        HitchLength = Duration.FromSeconds(hitch),
        HitchInterval = Duration.FromSeconds(1),
    };

    /// <summary>The ages of the packets that each message of a kind acks.</summary>
    private static double[][] Ages(AckStage stage, MessageId message) =>
        stage.Acks.Where(acks => acks.Message == message).Select(acks => stage.Ages(acks).ToArray())
            .Where(ages => ages.Length > 0).ToArray();
}
