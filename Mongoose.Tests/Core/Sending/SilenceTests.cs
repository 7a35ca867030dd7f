using Mongoose.Core.Channels;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

/// <summary>
/// A circuit of 8 Mbit/s whose viewer acknowledges everything for ten seconds, and then hardly anything or nothing, but still sends
/// datagrams. Textures are queued throughout.
/// </summary>
public sealed class SilenceTests
{
    private const int PacketBytes = 1200, ShareOfASecond = 20_000;

    private static readonly SendingOptions[] Options =
    [
        SendingOptions.Default,
        SendingOptions.Default with { FastResend = true },
        SendingOptions.Default with { PathControl = PathControlOptions.Default, FastResend = true },
    ];

    [Test]
    public void A_viewer_that_never_acks_again_costs_2_percent_of_the_rate_in_its_worst_second_and_no_more_memory_than_a_window(
        [ValueSource(nameof(Options))] SendingOptions options)
    {
        Scene scene = new(options);
        long window = scene.Circuit.InFlightLimitBytes;
        scene.Viewer = () => { };
        scene.Run(3);
        int first = scene.Port.Log.Count;
        scene.Run(300);
        Assert.That(scene.BusiestSecond(first), Is.LessThanOrEqualTo(ShareOfASecond));
        Assert.That(scene.MaxUnacked, Is.LessThanOrEqualTo(window + PacketBytes));
        Assert.That(scene.Port.Log[^1].At, Is.GreaterThan(scene.Now - Duration.FromSeconds(5)), "the viewer is still being probed");
    }

    [Test]
    public void A_viewer_that_acks_a_packet_per_second_costs_2_percent_of_the_rate_and_what_it_acks(
        [ValueSource(nameof(Options))] SendingOptions options)
    {
        Scene scene = new(options);
        int tenths = 0;
        scene.Viewer = () =>
        {
            if (tenths++ % 10 == 0)
                scene.Ack([.. scene.Port.Waiting.Take(1)]);
        };
        scene.Run(5);
        int first = scene.Port.Log.Count;
        scene.Run(120);
        Assert.That(scene.BusiestSecond(first), Is.LessThanOrEqualTo(ShareOfASecond + 2 * PacketBytes), "two acks may fall in one second");
        Assert.That(scene.MaxUnacked, Is.LessThanOrEqualTo(InFlightLimit.Default.MaxBytes + PacketBytes));
    }

    [Test]
    public void A_viewer_that_returns_has_its_full_rate_within_5_s([ValueSource(nameof(Options))] SendingOptions options)
    {
        Scene scene = new(options);
        scene.Viewer = () => { };
        scene.Run(30);
        scene.Viewer = scene.AckAll;
        scene.Run(5);
        long before = scene.Port.SentBytes;
        scene.Run(5);
        Assert.That(scene.Port.SentBytes - before, Is.GreaterThanOrEqualTo(0.9 * 5 * Scene.Rate.BytesPerSecond));
    }

    [Test]
    public void A_viewer_that_has_never_acked_is_sent_resends_although_updates_wait([ValueSource(nameof(Options))] SendingOptions options)
    {
        SenderRig rig = new(options);
        FakePort port = new() { IsReliable = true, Path = new PathTimes(Duration.Zero, Duration.FromSeconds(1)) };
        port.Enqueue(Channel.Texture, PacketBytes, packets: 1000);
        rig.Upkeep = () => KeepAnUpdateWaiting(rig, port);
        rig.Open(8000, port);
        rig.Run(3000);
        int first = port.Log.Count;
        rig.Run(20_000);
        Assert.That(port.Log.Skip(first).Select(sent => sent.Grant.Channel), Is.All.EqualTo(Channel.Resend));
        Assert.That(port.Log.Count - first, Is.InRange(5, 8), "at most four seconds apart");
        rig.Run(20_000);
        Assert.That(port.Log.Skip(first).Any(sent => sent.Grant.Channel == Channel.Task), Is.EqualTo(options.PathControl is not null),
            "the resent packet may be one that cannot arrive; a full window permits no other");
    }

    [Test]
    public void A_resend_and_packets_that_need_no_ack_take_turns([ValueSource(nameof(Options))] SendingOptions options)
    {
        SenderRig rig = new(options);
        FakePort port = new() { IsReliable = true, UnreliableChannel = Channel.Task };
        port.Enqueue(Channel.Texture, PacketBytes, packets: 1);
        rig.Upkeep = () => KeepAnUpdateWaiting(rig, port);
        rig.Open(8000, port);
        rig.Run(3000);
        int first = port.Log.Count;
        rig.Run(40_000);
        Channel[] sent = port.Log.Skip(first).Select(packet => packet.Grant.Channel).ToArray();
        Assert.That(sent.Count(channel => channel == Channel.Resend), Is.GreaterThanOrEqualTo(3), string.Join(' ', sent));
        Assert.That(sent.Count(channel => channel == Channel.Task), Is.GreaterThanOrEqualTo(3), string.Join(' ', sent));
    }

    /// <summary>A packet that bypasses the queues is on the port's record only.</summary>
    [Test]
    public void A_packet_that_only_the_port_knows_keeps_the_circuit_silent_until_its_ack()
    {
        SenderRig rig = new(Options[^1]);
        CircuitSender<FakePort> circuit = rig.Open(port: new FakePort { InFlight = new InFlight(1, 1000, 0) });
        rig.Run(3000);
        circuit.Notify(CircuitEvents.Packets);
        rig.Serve();
        Assert.That(circuit.Mode, Is.EqualTo(PathMode.Silent));
        circuit.Port.AckAll();
        circuit.Notify(CircuitEvents.Acks);
        rig.Serve();
        Assert.That(circuit.Mode, Is.Not.EqualTo(PathMode.Silent));
    }

    [Test]
    public void Disabling_and_enabling_does_not_end_the_silence()
    {
        Scene scene = new(Options[^1]);
        scene.Viewer = () => { };
        scene.Run(3);
        scene.Circuit.Observe(scene.Now);
        scene.Run(0.01);
        Assert.That(scene.Circuit.Mode, Is.EqualTo(PathMode.Silent));
        Assert.That(scene.Port.InFlight.Bytes, Is.LessThanOrEqualTo(scene.MaxUnacked));
    }

    [Test]
    public void Stock_scheduling_has_the_region_s_own_resend_timeout()
    {
        Scene scene = new(Options[^1]);
        Assert.That(scene.Port.Path.ResendTimeout, Is.EqualTo(scene.Circuit.Path!.ResendTimeout).And.Not.EqualTo(Scene.OwnTimeout));
        scene.Circuit.Observe(scene.Now);
        Assert.That(scene.Port.Path.ResendTimeout, Is.EqualTo(Scene.OwnTimeout));
        scene.Run(0.01);
        Assert.That(scene.Port.Path.ResendTimeout, Is.EqualTo(scene.Circuit.Path.ResendTimeout));
    }

    /// <summary>From the first packet on, an update waits whenever the region looks.</summary>
    private static void KeepAnUpdateWaiting(SenderRig rig, FakePort port)
    {
        port.QueueOverdue();
        if (port.Log.Count > 0 && port.QueuedPackets(Channel.Task) == 0)
            port.Enqueue(Channel.Task, 100, packets: 1);
        rig.Sender.NotifyAll(CircuitEvents.Packets);
    }

    /// <summary>A circuit that has been acknowledged for ten seconds.</summary>
    private sealed class Scene
    {
        public static readonly DataRate Rate = DataRate.FromMegabitsPerSecond(8);
        public static readonly Duration OwnTimeout = Duration.FromMilliseconds(350);

        private readonly SenderRig _rig;
        private uint _datagram;

        public Scene(SendingOptions options)
        {
            _rig = new SenderRig(options);
            Port.Enqueue(Channel.Texture, PacketBytes, packets: 30_000);
            Circuit = _rig.Open(Rate.KilobitsPerSecond, Port);
            Viewer = AckAll;
            _rig.Upkeep = Upkeep;
            Run(10);
        }

        public FakePort Port { get; } = new() { IsReliable = true, Path = new PathTimes(Duration.FromMilliseconds(100), OwnTimeout) };

        public CircuitSender<FakePort> Circuit { get; }

        public Instant Now => _rig.Now;

        /// <summary>What the viewer acknowledges, every 100 ms.</summary>
        public Action Viewer { get; set; }

        public long MaxUnacked { get; private set; }

        public void Run(double seconds) => _rig.Run(1000 * seconds);

        public void AckAll() => Ack([.. Port.Waiting]);

        public void Ack(long[] numbers)
        {
            foreach (long number in numbers)
            {
                Circuit.Path?.Inbox.Acked(_datagram, (uint)number, Now);
                Port.Ack(number);
            }
        }

        public long BusiestSecond(int first) => BusiestWindow.Second(Port.Log.Skip(first).Select(sent => (sent.At, sent.Grant.Bytes)));

        private void Upkeep()
        {
            MaxUnacked = Math.Max(MaxUnacked, Port.InFlight.Bytes);
            Circuit.Path?.Inbox.Datagram(++_datagram, Now);
            Viewer();
            Port.QueueOverdue();
            _rig.Sender.NotifyAll(CircuitEvents.Packets | CircuitEvents.Acks);
        }
    }
}
