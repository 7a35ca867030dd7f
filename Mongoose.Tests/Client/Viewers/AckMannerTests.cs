using Mongoose.Client.Viewers;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Viewers;

/// <summary>The differences between ack strategies, and the capacity of a viewer's buffers.</summary>
public sealed class AckMannerTests
{
    private static readonly AckManner[] InFrames = [AckManner.Processed, AckManner.Queued, AckManner.Thread];

    [Test]
    public void At_once_acks_every_packet_in_a_separate_datagram_at_the_instant_of_arrival()
    {
        AckStage stage = new(Viewer(AckManner.AtOnce));
        stage.Stream(megabits: 3, seconds: 1);
        Assert.That(stage.Acks.Select(acks => (acks.Message, acks.Sequences.Length)).Distinct(),
            Is.EqualTo(new[] { (MessageId.PacketAck, 1) }));
        Assert.That(stage.Acks.SelectMany(stage.Ages), Has.All.Zero);
    }

    [Test]
    public void A_bot_acks_ten_packets_together_or_after_half_a_second()
    {
        AckStage stage = new(Viewer(AckManner.Bot));
        Instant start = stage.Clock.Now;
        stage.Send(25);
        stage.Run(1);
        Assert.That(stage.Acks.Select(acks => acks.Sequences.Length), Is.EqualTo(new[] { 10, 10, 5 }));
        Assert.That(stage.Acks.Select(acks => (acks.At - start).Milliseconds), Is.EqualTo(new[] { 0.0, 0, 500 }));
    }

    [Test]
    public void One_packet_per_second_is_acked_the_oldest_first_and_repeated_ones_once()
    {
        AckStage stage = new(Viewer(AckManner.OnePerSecond));
        stage.Run(5);
        stage.Region.Received.Clear();
        Instant start = stage.Clock.Now;
        uint[] sent = [stage.Send(), stage.Send(), stage.Send()];
        stage.Run(2.5);
        Assert.That(stage.Acks.SelectMany(acks => acks.Sequences), Is.EqualTo(sent[..2]));
        Assert.That(stage.Acks.Select(acks => (acks.At - start).Seconds), Is.EqualTo(new[] { 1.0, 2.0 }));
    }

    [TestCase(25, new[] { 10, 10, 5 })]
    [TestCase(10, new[] { 10 })]
    [TestCase(3, new[] { 3 })]
    public void From_a_stack_the_newest_packets_are_acked_first_ten_at_a_time(int packets, int[] datagrams)
    {
        AckStage stage = new(Viewer(AckManner.NewestFirst));
        Instant start = stage.Clock.Now;
        uint[] sent = [.. Enumerable.Range(0, packets).Select(_ => stage.Send())];
        stage.Run(1);
        Assert.That(stage.Acks.SelectMany(acks => acks.Sequences), Is.EqualTo(sent.Reverse()));
        Assert.That(stage.Acks.Select(acks => acks.Sequences.Length), Is.EqualTo(datagrams));
        Assert.That(stage.Acks.Select(acks => (acks.At - start).Milliseconds), Has.All.EqualTo(100));
    }

    [Test]
    public void Each_tenth_of_a_second_a_stack_is_emptied_from_the_top()
    {
        AckStage stage = new(Viewer(AckManner.NewestFirst));
        stage.Stream(megabits: 3, seconds: 1);
        stage.Run(1);
        uint[][] flushes = [.. stage.Acks.GroupBy(acks => acks.At).Select(flush => flush.SelectMany(acks => acks.Sequences).ToArray())];
        Assert.That(flushes, Has.Length.InRange(9, 11).And.All.Ordered.Descending);
        Assert.That(flushes.Select(flush => flush[0]), Is.Ordered.Ascending);
        Assert.That(flushes.Sum(flush => flush.Length), Is.EqualTo(375).Within(1), "3 Mbit/s of packets of 1000 bytes");
    }

    [Test]
    public void Other_messages_carry_the_ten_newest_acks()
    {
        AckStage stage = new(Viewer(AckManner.NewestFirst) with { AgentUpdatesPerSecond = 20 });
        uint[] sent = [.. Enumerable.Range(0, 15).Select(_ => stage.Send())];
        stage.Run(1);
        Assert.That(stage.Acks.First().Message, Is.EqualTo(MessageId.AgentUpdate));
        Assert.That(stage.Acks.Select(acks => acks.Sequences), Is.EqualTo(new[] { sent[5..].Reverse(), sent[..5].Reverse() }));
    }

    [Test]
    public void A_viewer_that_never_acks_still_sends_other_datagrams()
    {
        AckStage stage = new(Viewer(AckManner.Never) with { AgentUpdatesPerSecond = 10 });
        stage.Send(20);
        stage.Run(10);
        Assert.That(stage.Acks, Is.Empty);
        Assert.That(stage.Region.Received, Has.Count.GreaterThan(90));
    }

    [Test]
    public void A_viewer_may_stop_acking_and_resume()
    {
        AckStage stage = new(Viewer(AckManner.AtOnce));
        stage.Viewer.ChangeAcks(AckManner.Never);
        stage.Send(5);
        stage.Run(5);
        Assert.That(stage.Acks, Is.Empty);
        stage.Viewer.ChangeAcks(AckManner.AtOnce);
        uint later = stage.Send();
        stage.Run(1);
        Assert.That(stage.Acks.SelectMany(acks => acks.Sequences), Is.EqualTo(new[] { later }), "what it did not ack before stays unacked");
    }

    /// <summary>A hundred packets of 10 ms each cause a backlog of a second.</summary>
    [TestCase(AckManner.Processed, 700, 1300)]
    [TestCase(AckManner.Queued, 100, 150)]
    [TestCase(AckManner.Thread, 5, 5)]
    public void A_backlog_delays_acks_of_processed_packets_and_is_invisible_in_acks_of_queued_packets(AckManner manner,
        double min, double max)
    {
        AckStage stage = new(Viewer(manner, new FrameOptions { PacketTime = Duration.FromMilliseconds(10) }));
        stage.Send(90);
        stage.Run(3);
        double last = stage.Acks.SelectMany(stage.Ages).Max();
        Assert.That(last, Is.InRange(min, max));
        Assert.That(stage.Acks.Sum(acks => acks.Sequences.Length), Is.EqualTo(90));
    }

    [TestCaseSource(nameof(InFrames))]
    public void Processing_waits_for_a_frame_in_every_manner_with_frames(AckManner manner)
    {
        AckStage stage = new(Viewer(manner, new FrameOptions { FramesPerSecond = 1 }));
        stage.Run(0.3);
        long before = stage.Viewer.DatagramsReceived;
        Instant sent = stage.Clock.Now, processed = Instant.Never;
        stage.Viewer.DatagramArrived = datagram => processed = Instant.Min(processed, datagram.At);
        stage.Send();
        stage.Run(1);
        Assert.That(stage.Viewer.DatagramsReceived, Is.EqualTo(before + 1));
        Assert.That((processed - sent).Seconds, Is.GreaterThan(0.01).And.LessThanOrEqualTo(1));
    }

    [TestCase(AckManner.Processed, 92)]
    [TestCase(AckManner.Queued, 92)]
    [TestCase(AckManner.Thread, 4096)]
    public void During_a_frame_the_socket_holds_its_limit_of_bytes_unless_a_thread_empties_it(AckManner manner, int held)
    {
        AckStage stage = new(Viewer(manner));
        stage.Send(5000);
        stage.Run(20);
        Assert.That(stage.Viewer.Overflow.Dropped, Is.EqualTo(5000 - held));
        Assert.That(stage.Acks.Sum(acks => acks.Sequences.Length), Is.EqualTo(held), "dropped packets are not acked");
    }

    [Test]
    public void Long_frames_overflow_the_socket_at_a_rate_at_which_short_ones_do_not()
    {
        FrameOptions hitching = new() { HitchLength = Duration.FromSeconds(0.5), HitchInterval = Duration.FromSeconds(1) };
        Assert.That(OverflowAt(3, new FrameOptions()), Is.Zero);
        // 187 packets arrive in half a second, and the socket holds 92.
        Assert.That(OverflowAt(3, hitching), Is.EqualTo(25).Within(3));
        Assert.That(OverflowAt(3, hitching with { SocketBytes = 800_000 }), Is.Zero);
    }

    [Test]
    public void A_ring_holds_at_most_its_capacity()
    {
        AckStage stage = new(Viewer(AckManner.Processed, new FrameOptions { RingPackets = 50 }));
        stage.Send(80);
        stage.Run(1);
        Assert.That(stage.Viewer.Overflow.Dropped, Is.EqualTo(30));
    }

    [Test]
    public void A_second_ring_separates_reliable_packets_from_others_and_gives_them_precedence()
    {
        AckStage stage = new(Viewer(AckManner.Queued, new FrameOptions { RingPackets = 40, FramesPerSecond = 1 }));
        List<bool> reliable = [];
        stage.Viewer.DatagramArrived = datagram => reliable.Add(datagram.Flags.HasFlag(PacketFlags.Reliable));
        for (int i = 0; i < 45; i++)
            stage.Region.Send((ref DatagramWriter w) => new LayerData { Type = (byte)'7', Data = new byte[20] }.Write(ref w));
        stage.Send(30);
        stage.Run(1);
        Assert.That(stage.Viewer.Overflow.Dropped, Is.EqualTo(5));
        Assert.That(reliable, Is.EqualTo(Enumerable.Repeat(true, 30).Concat(Enumerable.Repeat(false, 40))));
    }

    /// <summary>20 packets in the first frame of 20 ms, and 3.5 % more with each frame.</summary>
    [Test]
    public void While_there_is_a_backlog_each_frame_processes_more_than_the_one_before()
    {
        FrameOptions slow = new() { FramesPerSecond = 20, SocketBytes = 10_000_000, PacketTime = Duration.FromMilliseconds(1) };
        AckStage stage = new(Viewer(AckManner.Processed, slow));
        List<Instant> processed = [];
        stage.Viewer.DatagramArrived = datagram => processed.Add(datagram.At);
        stage.Send(500);
        stage.Run(2);
        int[] frames = processed.GroupBy(at => at).Select(frame => frame.Count()).ToArray();
        Assert.That(frames[..10], Is.EqualTo(new[] { 20, 21, 22, 23, 23, 24, 25, 26, 27, 28 }));
    }

    private static double OverflowAt(double megabits, FrameOptions frames)
    {
        AckStage stage = new(Viewer(AckManner.Processed, frames));
        stage.Stream(megabits, seconds: 20);
        (long dropped, long reached) = stage.Viewer.Overflow;
        return 100.0 * dropped / reached;
    }

    private static ViewerOptions Viewer(AckManner manner, FrameOptions? frames = null) => new()
    {
        Acks = manner,
        AgentUpdatesPerSecond = 0,
        PingInterval = Duration.FromSeconds(1000),
        Frames = frames ?? new FrameOptions(),
    };
}
