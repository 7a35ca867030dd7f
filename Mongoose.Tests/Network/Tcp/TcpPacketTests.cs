using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Tcp;

/// <summary>Segments of simulated TCP as a middlebox reads them.</summary>
public sealed class TcpPacketTests
{
    private static readonly TcpOptions Options = TcpOptions.Linux with { SegmentBytes = 1000, SegmentsPerAck = 1, WindowScale = 7 };
    private static readonly FlowKey Down = new(new UdpAddress(1, 80), new UdpAddress(2, 5000), FlowKey.Tcp);
    private static readonly FlowKey Up = new(new UdpAddress(2, 5000), new UdpAddress(1, 80), FlowKey.Tcp);

    [Test]
    public void A_handshake_shows_scales_segment_sizes_and_small_windows()
    {
        List<Seen> seen = Observe(Options, flow => flow.Write(500));
        Assert.That(seen[0].Flow, Is.EqualTo(Down));
        Assert.That(seen[0].Fields, Is.EqualTo(new TcpFields
        {
            Flags = TcpFlags.Syn,
            Window = 65535,
            WindowScale = 7,
            MaxSegmentBytes = 1012,
            Timestamps = new TcpTimestamps(1, 0),
        }));
        Assert.That(seen[1].Flow, Is.EqualTo(Up));
        Assert.That(seen[1].Fields, Is.EqualTo(new TcpFields
        {
            Flags = TcpFlags.Syn | TcpFlags.Ack,
            Acknowledgment = 1,
            Window = 65535,
            WindowScale = 7,
            MaxSegmentBytes = 1012,
            Timestamps = new TcpTimestamps(10_001, 1),
        }));
    }

    [Test]
    public void Data_echoes_the_acknowledgments_clock_and_acknowledgments_the_datas()
    {
        List<Seen> seen = Observe(Options, flow => flow.Write(500));
        Assert.That(seen[2].Fields, Is.EqualTo(new TcpFields
        {
            Flags = TcpFlags.Ack,
            Sequence = 1,
            PayloadBytes = 500,
            Acknowledgment = 1,
            Timestamps = new TcpTimestamps(20_001, 10_001),
        }));
        Assert.That(seen[3].Fields, Is.EqualTo(new TcpFields
        {
            Flags = TcpFlags.Ack,
            Acknowledgment = 501,
            Window = 4 * 1024 * 1024 / 128,
            Timestamps = new TcpTimestamps(30_001, 20_001),
        }));
    }

    [Test]
    public void Without_options_there_are_no_timestamps_and_windows_count_bytes()
    {
        List<Seen> seen = Observe(
            Options with { Timestamps = false, WindowScale = null, InitialWindowSegments = 100 }, flow => flow.Write(500));
        Assert.That(seen.Select(one => one.Fields.Timestamps), Is.All.Null);
        Assert.That(seen.Select(one => one.Fields.WindowScale), Is.All.Null);
        Assert.That(seen[1].Fields.Window, Is.EqualTo(100_000), "the SYN-ACK has room for the initial window");
        Assert.That(seen[1].Fields.MaxSegmentBytes, Is.EqualTo(1000));
        Assert.That(seen[3].Fields.Window, Is.EqualTo(4 * 1024 * 1024));
    }

    [Test]
    public void Numbers_and_clocks_wrap_at_32_bits()
    {
        TcpPacket data = Rent();
        data.Set(new DataSegment((1L << 32) + 5, 1000, Instant.Zero + Microseconds((1L << 32) + 8), false, false,
            Instant.Zero + Microseconds((1L << 32) + 3)), Options);
        Assert.That(data.TryReadTcp(out TcpFields fields));
        Assert.That((fields.Sequence, fields.Timestamps), Is.EqualTo((6u, new TcpTimestamps(9, 4))));
        TcpPacket ack = Rent();
        ack.Set(new AckSegment((3L << 32) + 7, 1 << 20, Instant.Zero), Options);
        Assert.That(ack.TryReadTcp(out fields));
        Assert.That(fields.Acknowledgment, Is.EqualTo(8));
    }

    [TestCase(0, uint.MaxValue)]
    [TestCase(7, 1u << 26)]
    public void A_window_that_no_field_can_say_is_the_largest_that_one_can(byte scale, uint expected)
    {
        TcpPacket ack = Rent();
        ack.Set(new AckSegment(0, (1L << 33) + 128, Instant.Zero), Options with { WindowScale = scale });
        Assert.That(ack.TryReadTcp(out TcpFields fields));
        Assert.That(fields.Window, Is.EqualTo(expected + (scale == 7 ? 1 : 0)));
    }

    [Test]
    public void An_acknowledgment_that_others_have_overtaken_does_not_take_the_echo_back()
    {
        TcpSender sender = new(Options with { Handshake = false });
        sender.SetUnlimited(true);
        Assert.That(sender.TrySend(Instant.Zero, out _));
        Assert.That(sender.TrySend(Instant.Zero, out _));
        Acknowledge(1000, sentAt: 2);
        Assert.That(Echo(), Is.EqualTo(Instant.FromMilliseconds(2)));
        Acknowledge(1000, sentAt: 1);
        Assert.That(Echo(), Is.EqualTo(Instant.FromMilliseconds(2)), "the same number");
        Acknowledge(0, sentAt: 3);
        Assert.That(Echo(), Is.EqualTo(Instant.FromMilliseconds(2)), "a lower number");
        Acknowledge(long.MaxValue, sentAt: 4);
        Assert.That(Echo(), Is.EqualTo(Instant.FromMilliseconds(2)), "data that was never sent");

        void Acknowledge(long next, double sentAt) =>
            sender.OnAck(new AckSegment(next, 1 << 20, Instant.Zero, SentAt: Instant.FromMilliseconds(sentAt)),
                Instant.FromMilliseconds(5));

        Instant? Echo() => sender.TrySend(Instant.FromMilliseconds(5), out DataSegment segment) ? segment.Echo : null;
    }

    [Test]
    public void A_written_window_is_read_again_and_nothing_else_changes()
    {
        TcpPacket ack = Rent();
        ack.Set(new AckSegment(5000, 1 << 20, Instant.FromSeconds(1)), Options);
        Assert.That(ack.TryReadTcp(out TcpFields before));
        ack.WriteWindow(185);
        Assert.That(ack.TryReadTcp(out TcpFields after));
        Assert.That(after, Is.EqualTo(before with { Window = 185 }));
        Assert.That(ack.Ack.Window, Is.EqualTo(185 * 128));
        TcpPacket copy = (TcpPacket)ack.Copy();
        Assert.That(copy.TryReadTcp(out TcpFields copied));
        Assert.That(copied, Is.EqualTo(after));
    }

    [Test]
    public void The_window_of_data_is_closed_and_other_protocols_no_header()
    {
        TcpPacket packet = Rent();
        packet.Set(new DataSegment(0, 1000, Instant.Zero), Options);
        Assert.That(packet.TryReadTcp(out TcpFields fields));
        Assert.That((fields.Window, fields.Flags), Is.EqualTo((0u, TcpFlags.None)), "it echoes nothing yet");
        Assert.That(() => packet.WriteWindow(5), Throws.InvalidOperationException);
        packet.Flow = packet.Flow with { Protocol = FlowKey.Udp };
        Assert.That(packet.TryReadTcp(out _), Is.False);
    }

    [ForAll(MaxTest = 200, Replay = "20261123,11")]
    public void A_scaled_window_is_the_largest_that_the_field_can_say(int seed)
    {
        Random random = new(seed);
        byte scale = (byte)random.Next(15);
        long window = random.NextInt64(1 << 14, 1L << 30);
        TcpReceiver receiver = new(new TcpOptions { SegmentBytes = 1, WindowScale = scale, ReceiveWindowBytes = window });
        receiver.OnSegment(new DataSegment(0, 1, Instant.Zero), false, Instant.Zero);
        long advertised = receiver.TakeAck().Window;
        Assert.That(advertised % (1 << scale), Is.Zero);
        Assert.That(advertised >> scale, Is.LessThanOrEqualTo(65535));
        Assert.That(advertised, Is.LessThanOrEqualTo(window));
        Assert.That(advertised + (1 << scale) > window || advertised >> scale == 65535, "no larger value fits");
    }

    [Test]
    public void A_sender_never_exceeds_the_first_window_before_an_acknowledgment()
    {
        TcpSender sender = new(Options with { InitialWindowSegments = 100, Handshake = false });
        sender.SetUnlimited(true);
        int sent = 0;
        while (sender.TrySend(Instant.Zero, out _))
            sent++;
        Assert.That(sent, Is.EqualTo(65));
    }

    [Test]
    public void A_window_that_a_middlebox_lowers_limits_the_sender()
    {
        SimulatedScheduler clock = new();
        Link down = new(clock, Half), up = new(clock, Half);
        TcpFlow flow = null!;
        Tap lower = new(packet =>
        {
            if (packet is TcpPacket { IsAck: true, Ack.IsSyn: false })
                packet.WriteWindow(32);
        });
        Ends ends = new();
        flow = new TcpFlow(clock, Options, Down, new LinkHop(down, ends), new LinkHop(up, new LinkHop(lower, ends)));
        (ends.Source, ends.Sink) = (flow.Source, flow.Sink);
        flow.SetUnlimited(true);
        clock.RunFor(Duration.FromSeconds(2));
        TcpSender sender = flow.Source.Sender;
        Assert.That(sender.SendNext - sender.Acknowledged, Is.EqualTo(4000), "32 units of 128 bytes have room for 4 segments");
    }

    [TestCase(15, 4_194_304, "TCP WindowScale 15: allowed is 0 to 14.")]
    [TestCase(14, 16_383, "TCP WindowScale 14: allowed is windows of at least one segment (1000).")]
    public void Invalid_scales_are_refused(int scale, long window, string message) => Assert.That(
        () => (Options with { WindowScale = (byte)scale, ReceiveWindowBytes = window }).Validate(),
        Throws.ArgumentException.With.Message.EqualTo(message));

    [Test]
    public void Requests_and_responses_look_like_one_connection()
    {
        List<Seen> seen = [];
        SimulatedScheduler clock = new();
        TcpFlow responses = Connect(clock, Options with { Handshake = false }, Down, seen);
        TcpFlow requests = Connect(clock, Options, Up, seen);
        requests.Delivered = _ => responses.Write(3000);
        requests.Write(300);
        clock.RunFor(Duration.FromSeconds(1));
        Seen request = seen.Single(one => one.Fields.PayloadBytes == 300);
        Assert.That(seen.Select(one => one.Flow).Distinct(), Is.EquivalentTo(new[] { Up, Down }));
        Assert.That((seen[0].Flow, seen[0].Fields.Flags), Is.EqualTo((Up, TcpFlags.Syn)), "the client opens the connection");
        Assert.That((seen[1].Flow, seen[1].Fields.Flags), Is.EqualTo((Down, TcpFlags.Syn | TcpFlags.Ack)));
        Assert.That(request.Flow, Is.EqualTo(Up));
        Seen[] answered = seen.Where(one => one.Fields is { Flags: TcpFlags.Ack, PayloadBytes: 0 } && one.Flow == request.Flow).ToArray();
        Assert.That(answered.Select(one => one.Fields.Acknowledgment), Is.EqualTo(new[] { 1001, 2001, 3001 }),
            "ACKs of responses have the flow of requests");
        Assert.That(seen.Count(one => one.Fields.Has(TcpFlags.Syn)), Is.EqualTo(2));
    }

    private static readonly LinkOptions Half = new() { Delay = Duration.FromMilliseconds(10) };

    /// <summary>What a middlebox sees of a flow whose application does that: each segment at the start of its link.</summary>
    private static List<Seen> Observe(TcpOptions options, Action<TcpFlow> act)
    {
        List<Seen> seen = [];
        SimulatedScheduler clock = new();
        act(Connect(clock, options, Down, seen));
        clock.RunFor(Duration.FromSeconds(1));
        return seen;
    }

    private static TcpFlow Connect(SimulatedScheduler clock, TcpOptions options, FlowKey key, List<Seen> seen)
    {
        Tap tap = new(packet =>
        {
            Assert.That(packet.TryReadTcp(out TcpFields fields));
            seen.Add(new Seen(packet.Flow, fields));
        });
        Ends ends = new();
        Link forward = new(clock, Half), back = new(clock, Half);
        TcpFlow flow = new(clock, options, key, new LinkHop(tap, new LinkHop(forward, ends)), new LinkHop(tap, new LinkHop(back, ends)));
        (ends.Source, ends.Sink) = (flow.Source, flow.Sink);
        return flow;
    }

    private static TcpPacket Rent()
    {
        TcpPacket packet = TcpPacket.NewPool().Rent();
        packet.Flow = Down;
        return packet;
    }

    private static Duration Microseconds(long value) => new(value * 1000);

    private readonly record struct Seen(FlowKey Flow, TcpFields Fields);

    private sealed class Tap(Action<Packet> look) : IPacketReceiver
    {
        public void Receive(Packet packet)
        {
            look(packet);
            packet.Receiver!.Receive(packet);
        }
    }

    private sealed class Ends : IPacketReceiver
    {
        public IPacketReceiver? Source { get; set; }

        public IPacketReceiver? Sink { get; set; }

        public void Receive(Packet packet) => (((TcpPacket)packet).IsAck ? Source : Sink)!.Receive(packet);
    }
}
