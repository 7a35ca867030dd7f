using Mongoose.Client.Viewers;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Client.Viewers;

/// <summary>A viewer that walks through a region simulated by the test, which sends it packets of one size at a steady rate.</summary>
internal sealed class AckStage
{
    /// <summary>Makes 1000 bytes together with header and message number.</summary>
    private const int LayerBytes = 987;

    private readonly Dictionary<uint, Instant> _sentAt = [];

    public AckStage(ViewerOptions options, double roundTripMs = 0)
    {
        SimulatedNetwork network = new(Clock);
        Region = new RawPeer(Clock, network, default, port: 9000);
        LinkOptions link = new() { Delay = Duration.FromMilliseconds(roundTripMs / 2) };
        UdpRelay relay = new(Clock, network, Region.Address, link, link);
        Viewer = new Viewer(Clock, network, options with { Region = relay.Address, Walks = options.AgentUpdatesPerSecond > 0 });
        Viewer.Start();
        Run(0.5);
        Region.Send((ref DatagramWriter w) => new RegionHandshake { SimName = new byte[1] }.Write(ref w), PacketFlags.Reliable);
        Run(5);
        // An ack that no other message carries: the age of the next acks counts from zero.
        Send();
        Run(2);
        Region.Received.Clear();
    }

    public SimulatedScheduler Clock { get; } = new();

    public RawPeer Region { get; }

    public Viewer Viewer { get; }

    /// <summary>Datagrams that carry acks, with any message.</summary>
    public IEnumerable<AckDatagram> Acks => Region.Received.Select(AcksOf).Where(datagram => datagram.Sequences.Length > 0);

    public void Run(double seconds) => Clock.RunFor(Duration.FromSeconds(seconds));

    /// <summary>Sends a reliable packet now.</summary>
    public uint Send()
    {
        uint sequence = Region.Send(
            (ref DatagramWriter w) => new LayerData { Type = (byte)'L', Data = new byte[LayerBytes] }.Write(ref w), PacketFlags.Reliable);
        _sentAt[sequence] = Clock.Now;
        return sequence;
    }

    /// <summary>Sends a number of packets at once, numbered consecutively.</summary>
    public void Send(int packets)
    {
        for (; packets > 0; packets--)
            Send();
    }

    /// <summary>Sends evenly spaced packets at a rate.</summary>
    public void Stream(double megabits, double seconds)
    {
        Duration gap = Duration.FromSeconds(8000 / (megabits * 1e6));
        Instant end = Clock.Now + Duration.FromSeconds(seconds);
        Next();
        Clock.RunUntil(end);

        void Next()
        {
            if (Clock.Now >= end)
                return;
            Send();
            Clock.At(Clock.Now + gap, Next);
        }
    }

    /// <summary>The ages, in ms, of the packets that a datagram acks.</summary>
    public IEnumerable<double> Ages(AckDatagram acks) =>
        acks.Sequences.Where(_sentAt.ContainsKey).Select(sequence => (acks.At - _sentAt[sequence]).Milliseconds);

    private static AckDatagram AcksOf(RawDatagram raw)
    {
        List<uint> sequences = [];
        DatagramReader.TryParse(raw.Bytes, new byte[DatagramReader.ScratchBytes], out DatagramReader datagram);
        for (int i = 0; i < datagram.Acks.Count; i++)
            sequences.Add(datagram.Acks[i]);
        if (raw.Message == MessageId.PacketAck && PacketAck.TryRead(raw.Body, out PacketAck acks))
        {
            for (int i = 0; i < acks.Sequences.Count; i++)
                sequences.Add(acks.Sequences[i]);
        }
        return new AckDatagram(raw.At, raw.Message, sequences.ToArray());
    }
}

/// <summary>The acks in a datagram, appended or not.</summary>
internal sealed record AckDatagram(Instant At, MessageId Message, uint[] Sequences);
