using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Testbed.Particles;
using Mongoose.Testbed.Particles.Peers;

namespace Mongoose.Tests.Testbed.Particles;

/// <summary>Frames of 100 values every 40 ms: a frame is two messages, of 71 and 29 values.</summary>
public sealed class SimulatedSctpPeerTests
{
    private const int SynBytes = 60, MaxMessage = 71, ShorterMessage = 100 - MaxMessage;

    private static readonly Duration Frame = Duration.FromMilliseconds(40);

    /// <summary>Packets 0 and 1 in the direction of acknowledgments open the association.</summary>
    private static readonly LossModel LostAcks = new ListedLoss(2, 3, 4, 5);

    [Test]
    public void What_was_sent_again_is_counted_in_bytes_of_values()
    {
        // Packet 0 opens the association and 1 carries no value.
        Rig rig = new(delayMs: 10, limit: null, new ListedLoss(4));
        rig.Send(frames: 10);
        Assert.That(rig.Values, Is.EqualTo(1000));
        Assert.That(rig.Peer.Wire.ResentBytes, Is.EqualTo(MaxMessage * ParticleValue.Bytes));
    }

    [Test]
    public void Bytes_on_the_wire_are_those_that_the_link_carries()
    {
        Rig rig = new(delayMs: 10, limit: Frame / 2, LossModel.None, LostAcks);
        rig.Send(frames: 2);
        Assert.That(rig.Flow.Source.Abandoned.Packets, Is.Positive, "notices have a size, too");
        Assert.That(rig.Peer.Wire.Bytes, Is.EqualTo(rig.Link.Down.Counters.DeliveredBytes - SynBytes));
        Assert.That(rig.Peer.Wire.ResentBytes, Is.Zero);
    }

    /// <summary>Acknowledgments are lost: all values have arrived, but the sender's timer expires.</summary>
    [Test]
    public void The_sender_does_not_know_what_has_arrived()
    {
        Rig rig = new(delayMs: 10, limit: Duration.FromSeconds(30), LossModel.None, LostAcks);
        rig.Send(frames: 2);
        Assert.That(rig.Values, Is.EqualTo(200), "nothing was lost on the way there");
        Assert.That(rig.Flow.Source.Sender.Counters.Timeouts, Is.Positive);
        Assert.That(rig.Peer.Wire.ResentBytes, Is.GreaterThanOrEqualTo(ShorterMessage * ParticleValue.Bytes), "it is sent again in full");
        Assert.That(rig.Flow.Source.Abandoned.Packets, Is.Zero);
    }

    [Test]
    public void What_was_given_up_is_forgotten()
    {
        Rig rig = new(delayMs: 30, limit: Frame / 2, new BernoulliLoss(0.1));
        rig.Send(frames: 500);
        Assert.That(rig.Flow.Source.Abandoned.Packets, Is.GreaterThan(20));
        Assert.That(rig.Peer.Kept, Is.LessThan(10), "those at the end, after which nothing arrives, may be left");
    }

    private sealed class Rig
    {
        private readonly ParticleValue[] _frame = new ParticleValue[100];

        public Rig(double delayMs, Duration? limit, LossModel lost, LossModel? lostAcks = null)
        {
            LinkOptions way = new() { Rate = DataRate.FromKilobitsPerSecond(5000), Delay = Duration.FromMilliseconds(delayMs) };
            Link = new FlowRig(way with { Loss = lost }, way with { Loss = lostAcks ?? LossModel.None });
            Flow = Link.NewFlow(SimulatedSctpPeer.Options);
            Peer = new SimulatedSctpPeer(Link.Clock, Flow, ParticleValue.Bytes, limit, (in ParticleValue _) => Values++);
            for (int id = 0; id < _frame.Length; id++)
                _frame[id] = new ParticleValue(id, 0, 0, 0, 0);
            Peer.Open();
            Link.Clock.RunFor(Duration.FromSeconds(1));
        }

        public FlowRig Link { get; }

        public TcpFlow Flow { get; }

        public SimulatedSctpPeer Peer { get; }

        /// <summary>Values that have arrived.</summary>
        public int Values { get; private set; }

        /// <summary>Sends frames, and goes on until nothing is under way.</summary>
        public void Send(int frames)
        {
            for (int i = 0; i < frames; i++)
            {
                Peer.SendFrame(_frame);
                Link.Clock.RunFor(Frame);
            }
            Link.Clock.RunFor(Duration.FromSeconds(10));
        }
    }
}
