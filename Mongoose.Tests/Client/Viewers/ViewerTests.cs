using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Client.Viewers;

/// <summary>A viewer connected to a region that the test simulates.</summary>
public sealed class ViewerTests
{
    [Test]
    public void The_viewer_requests_its_circuit_and_repeats_the_request_three_times_with_the_same_numbers()
    {
        Stage stage = new(new ViewerOptions { CircuitCode = 5 }, acks: false);
        stage.Run(20);
        RawDatagram[][] bySequence = stage.Region.Received.GroupBy(d => d.Sequence).Select(g => g.ToArray()).ToArray();
        Assert.That(bySequence.Select(same => same[0].Message),
            Is.EqualTo(new[] { MessageId.UseCircuitCode, MessageId.CompleteAgentMovement }));
        foreach (RawDatagram[] same in bySequence)
        {
            Assert.That(same.Select(d => d.At.Seconds), Is.EqualTo(new double[] { 0, 1, 2, 3 }));
            Assert.That(same.Select(d => d.IsResent), Is.EqualTo(new[] { false, true, true, true }));
        }
        Assert.That(stage.Viewer.State, Is.EqualTo(ViewerState.Connecting));
    }

    [Test]
    public void The_viewer_arrives_with_the_handshake_requests_its_rates_and_leaves_on_request()
    {
        ChannelRates rates = Rates(1.2);
        Stage stage = new(new ViewerOptions { Throttle = rates });
        int connected = 0;
        stage.Viewer.Connected = () => connected++;
        stage.Handshake();
        stage.Handshake();
        Assert.That((stage.Viewer.State, connected), Is.EqualTo((ViewerState.Connected, 1)));
        Assert.That(stage.Region.Of(MessageId.RegionHandshakeReply).Count(), Is.EqualTo(2), "an avatar that returns gets another");
        Assert.That(AgentThrottleMessage.TryRead(stage.Region.Of(MessageId.AgentThrottle).Single().Body, out AgentThrottleMessage asked));
        AgentThrottle.TryDecode(asked.Throttles, out ChannelRates decoded);
        Assert.That(decoded, Is.EqualTo(rates));
        stage.Run(3);
        Assert.That(stage.Region.Received.Where(d => d.IsResent), Is.Empty, "everything was acked");

        stage.Viewer.Logout();
        stage.Run(0.1);
        Assert.That(stage.Region.Of(MessageId.LogoutRequest).Single().IsReliable);
        Assert.That(stage.Viewer.State, Is.EqualTo(ViewerState.LeavingRegion));
        stage.Region.Send((ref DatagramWriter w) => new LogoutReply().Write(ref w));
        stage.Run(0.1);
        Assert.That(stage.Viewer.State, Is.EqualTo(ViewerState.Closed));
        int before = stage.Region.Received.Count;
        stage.Region.Ping(1);
        stage.Run(5);
        Assert.That(stage.Region.Received.Skip(before).Where(d => d.Message is not MessageId.LogoutRequest), Is.Empty);
    }

    [Test]
    public void Acks_are_collected_for_the_delay_and_a_packet_that_arrives_twice_is_acked_twice_and_counted_once()
    {
        Stage stage = new(new ViewerOptions { AckDelay = Duration.FromMilliseconds(100) });
        stage.Handshake();
        stage.Run(1);
        stage.Region.Received.Clear();
        Instant start = stage.Clock.Now;
        uint sequence = Layer();
        byte[] again = (byte[])stage.Region.Sent[^1].Clone();
        stage.Run(0.05);
        Layer();
        DatagramHeader.MarkResent(again);
        stage.Region.Send(again);
        stage.Run(0.5);
        RawDatagram ack = stage.Region.Of(MessageId.PacketAck).Single();
        Assert.That(ack.At - start, Is.EqualTo(Duration.FromMilliseconds(100)));
        Assert.That(PacketAck.TryRead(ack.Body, out PacketAck acks));
        Assert.That((acks.Sequences.Count, acks.Sequences[0], acks.Sequences[2]), Is.EqualTo((3, sequence, sequence)));
        ChannelReception land = stage.Viewer.Reception(Channel.Land);
        Assert.That((land.Packets, land.Resent), Is.EqualTo((2L, 0L)));

        uint Layer() => stage.Region.Send(
            (ref DatagramWriter w) => new LayerData { Type = (byte)'L', Data = new byte[20] }.Write(ref w), PacketFlags.Reliable);
    }

    [Test]
    public void Pings_are_answered_and_pongs_measured_once()
    {
        Stage stage = new(new ViewerOptions { PingInterval = Duration.FromSeconds(10) });
        stage.Region.Pong(0); // An unsolicited answer: no ping has been sent.
        stage.Handshake();
        Assert.That(stage.Viewer.RoundTrip, Is.Null);
        stage.Run(0.25);
        stage.Region.Pong(stage.Region.Of(MessageId.StartPingCheck).Single().Body[0]);
        stage.Run(1);
        Assert.That(stage.Viewer.RoundTrip!.Value.Milliseconds, Is.InRange(250, 260));
        Duration measured = stage.Viewer.RoundTrip!.Value;
        stage.Region.Pong(1);
        stage.Run(1);
        Assert.That(stage.Viewer.RoundTrip, Is.EqualTo(measured));
        stage.Region.Ping(200);
        stage.Run(0.1);
        Assert.That(stage.Region.Of(MessageId.CompletePingCheck).Single().Body, Is.EqualTo(new byte[] { 200 }));
    }

    [Test]
    public void An_appearance_that_arrives_before_its_avatar_is_early()
    {
        Guid avatar = new(7, 0, 0, new byte[8]);
        Stage stage = new(new ViewerOptions());
        stage.Handshake();
        Appearance();
        Assert.That(stage.Viewer.EarlyAppearances, Is.EqualTo(1));
        stage.Region.Send((ref DatagramWriter w) =>
        {
            new ObjectUpdate(0, 0).Write(ref w);
            ObjectUpdate.TryAppend(ref w, new ObjectUpdateBlock { LocalId = 1, FullId = avatar, PCode = 47 });
        });
        Appearance();
        Assert.That(stage.Viewer.EarlyAppearances, Is.EqualTo(1));

        void Appearance()
        {
            stage.Region.Send((ref DatagramWriter w) => new AvatarAppearance { AgentId = avatar }.Write(ref w), PacketFlags.Reliable);
            stage.Run(0.001);
        }
    }

    [Test]
    public void A_child_requests_no_rates_and_enters_with_continued_numbers_and_an_immediate_ping()
    {
        Stage stage = new(new ViewerOptions { IsChild = true, PingInterval = Duration.FromSeconds(100) });
        int entered = 0;
        stage.Viewer.Entered = () => entered++;
        stage.Handshake();
        stage.Region.Pong(1);
        stage.Run(20);
        Assert.That(stage.Region.Of(MessageId.AgentThrottle).Concat(stage.Region.Of(MessageId.CompleteAgentMovement)), Is.Empty);
        uint last = stage.Region.Received.Max(datagram => datagram.Sequence);

        stage.Viewer.Enter();
        stage.Run(0.1);
        Assert.That(stage.Region.Of(MessageId.CompleteAgentMovement).Single().Sequence, Is.EqualTo(last + 1));
        Assert.That(stage.Region.Of(MessageId.StartPingCheck).Count(), Is.EqualTo(2));
        Assert.That(entered, Is.Zero);
        stage.Region.Send((ref DatagramWriter w) => new AgentMovementComplete().Write(ref w), PacketFlags.Reliable);
        stage.Run(0.1);
        Assert.That(entered, Is.EqualTo(1), "without another handshake");
    }

    [Test]
    public void Superseded_rate_requests_are_not_resent()
    {
        Stage stage = new(new ViewerOptions { Throttle = Rates(1) }, acks: false);
        stage.Handshake();
        stage.Run(0.5);
        stage.Viewer.SetThrottle(Rates(2));
        stage.Run(0.4);
        stage.Viewer.RequestRate(new ThrottleRequest(1, Rates(3).Total, Rates(3)));
        stage.Run(20);
        Assert.That(stage.Region.Of(MessageId.AgentThrottle).Select(datagram => datagram.IsResent),
            Is.EqualTo(new[] { false, false, false }));
    }

    [TestCase(1)]
    [TestCase(52)]
    [TestCase(53)]
    [TestCase(200)]
    public void As_many_textures_as_may_be_outstanding_are_requested(int outstanding)
    {
        Guid[] textures = Enumerable.Range(1, 250).Select(i => new Guid(i, 0, 0, new byte[8])).ToArray();
        Stage stage = new(new ViewerOptions { Textures = textures, TexturesOutstanding = outstanding });
        stage.Handshake();
        List<Guid> asked = [];
        foreach (RawDatagram datagram in stage.Region.Of(MessageId.RequestImage))
        {
            Assert.That(RequestImage.TryRead(datagram.Body, out RequestImage request));
            for (int i = 0; i < request.Count; i++)
                asked.Add(request[i].Image);
        }
        Assert.That(asked, Is.EqualTo(textures.Take(outstanding)));
    }

    private static ChannelRates Rates(double megabits) => ViewerSplit.Of(DataRate.FromMegabitsPerSecond(megabits), double.MaxValue);

    private sealed class Stage
    {
        public Stage(ViewerOptions options, bool acks = true)
        {
            SimulatedNetwork network = new(Clock);
            Region = new RawPeer(Clock, network, default, port: 9000) { Acks = acks };
            Viewer = new Viewer(Clock, network, options with { Region = Region.Address });
            Viewer.Start();
            Run(0);
        }

        public SimulatedScheduler Clock { get; } = new();

        public RawPeer Region { get; }

        public Viewer Viewer { get; }

        public void Run(double seconds) => Clock.RunFor(Duration.FromSeconds(seconds));

        public void Handshake()
        {
            Region.Send((ref DatagramWriter w) => new RegionHandshake { SimName = new byte[1] }.Write(ref w), PacketFlags.Reliable);
            Run(0.001);
        }
    }
}
