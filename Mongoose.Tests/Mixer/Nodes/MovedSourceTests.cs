using Mongoose.Core.Units;
using Mongoose.Mixer.Nodes;
using Mongoose.Mixer.Settings;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Mixer.Nodes;

/// <summary>Alice speaks to a port that learned her address; Bob hears her; somebody sends from another address.</summary>
public sealed class MovedSourceTests
{
    private const int FrameMs = 20, Ticks = FrameMs * 8, OwnerPort = 6002, OtherPort = 6003;
    private const uint Ssrc = 7;

    /// <summary>0 in mu-law is the loudest sample.</summary>
    private static readonly byte[] Speech = new byte[Ticks], Silence = Enumerable.Repeat((byte)0xff, Ticks).ToArray();

    [Test]
    public void A_source_that_goes_on_from_another_port_is_heard_again_within_200_ms([Range(0, 19, 3)] int phase)
    {
        using Rig run = new();
        run.Speak(run.Owner, from: 0, frames: 50);
        Instant moved = run.Clock.Now;
        run.Clock.RunFor(Duration.FromMilliseconds(phase));
        run.Speak(run.Other, from: 50, frames: 50);
        Assert.That(run.Heard.Where(at => at > moved + Duration.FromMilliseconds(60)).Min() - moved,
            Is.LessThanOrEqualTo(Duration.FromMilliseconds(200)));
        Assert.That(run.Heard[^1] - moved, Is.GreaterThan(Duration.FromMilliseconds(900)), "to the end");
        Assert.That(run.SentToOther, Is.GreaterThan(30), "and hears the others there");
    }

    [TestCase(Ssrc + 1, 50, 50, TestName = "A_stranger_with_another_SSRC_waits_for_a_second_of_quiet")]
    [TestCase(Ssrc, 5000, 50, TestName = "A_stranger_with_other_numbers_waits_for_a_second_of_quiet")]
    [TestCase(Ssrc, 50, 5000, TestName = "A_stranger_with_other_timestamps_waits_for_a_second_of_quiet")]
    [TestCase(Ssrc, 10, 10, TestName = "A_stranger_who_repeats_packets_waits_for_a_second_of_quiet")]
    public void A_stranger_waits(uint ssrc, int number, int frame)
    {
        using Rig run = new();
        run.Speak(run.Owner, from: 0, frames: 50);
        long refused = run.Node.Peers[0].Refused;
        for (int i = 0; i < 45; i++)
            run.Send(run.Other, ssrc, number + i, frame + i, Speech);
        Assert.That(run.Node.Peers[0].Refused - refused, Is.EqualTo(45));
        for (int i = 45; i < 60; i++)
            run.Send(run.Other, ssrc, number + i, frame + i, Speech);
        Assert.That(run.Node.Peers[0].Refused - refused, Is.LessThan(60));
    }

    [Test]
    public void A_stranger_who_copies_the_owners_values_gets_nothing_while_the_owner_sends()
    {
        using Rig run = new();
        run.Speak(run.Owner, from: 0, frames: 50);
        for (int i = 50; i < 150; i++)
        {
            run.Post(run.Other, Ssrc, i + 1, i + 1, Silence);
            run.Send(run.Owner, Ssrc, i, i, Speech);
        }
        Assert.That((run.Node.Peers[0].Refused, run.SentToOther), Is.EqualTo((100L, 0L)));
        Assert.That(run.Heard, Has.Count.GreaterThan(145));
    }

    private sealed class Rig : IDisposable
    {
        public Rig()
        {
            SimulatedNetwork network = new(Clock);
            PeerSettings alice = new() { Port = 5002, Options = new PeerOptions { Name = "alice" } },
                bob = new() { Port = 5004, Address = "127.0.0.1:6004", Options = new PeerOptions { Name = "bob" } };
            (Owner, Other) = (network.Open(UdpAddress.Loopback(OwnerPort)), network.Open(UdpAddress.Loopback(OtherPort)));
            Other.Received = (_, _) => SentToOther++;
            network.Open(UdpAddress.Loopback(6004)).Received = (_, datagram) => Hear(datagram);
            Node = new MixerNode(Clock, network, new MixerSettings { Peers = [alice, bob] }, run: 1);
            Node.Start();
        }

        public SimulatedScheduler Clock { get; } = new();

        public MixerNode Node { get; }

        public IDatagramPort Owner { get; }

        public IDatagramPort Other { get; }

        /// <summary>When Bob heard speech.</summary>
        public List<Instant> Heard { get; } = [];

        public long SentToOther { get; private set; }

        public void Dispose() => Node.Dispose();

        public void Speak(IDatagramPort port, int from, int frames)
        {
            for (int i = from; i < from + frames; i++)
                Send(port, Ssrc, i, i, Speech);
        }

        /// <summary>Sends a packet, and waits for the time of its frame.</summary>
        public void Send(IDatagramPort port, uint ssrc, int number, int frame, byte[] payload)
        {
            Post(port, ssrc, number, frame, payload);
            Clock.RunFor(Duration.FromMilliseconds(FrameMs));
        }

        public void Post(IDatagramPort port, uint ssrc, int number, int frame, byte[] payload)
        {
            byte[] packet = new byte[RtpPacket.HeaderBytes + payload.Length];
            RtpPacket.Write(packet, new RtpHeader(0, false, (ushort)number, (uint)(frame * Ticks), ssrc), [], payload);
            port.Send(Node.Addresses[0], packet);
        }

        private void Hear(ReadOnlySpan<byte> datagram)
        {
            using AudioDecoder decoder = AudioDecoder.Create(AudioFormat.Pcmu);
            float[] samples = new float[Ticks];
            if (!RtcpPacket.IsRtcp(datagram) && RtpPacket.TryRead(datagram, out RtpPacket packet)
                && decoder.Decode(packet.Payload, samples) > 0 && samples.Any(sample => Math.Abs(sample) > 1000))
                Heard.Add(Clock.Now);
        }
    }
}
