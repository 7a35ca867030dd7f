using System.Net;
using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;
using OpenMetaverse;
using OpenSim.Framework;
using OpenSim.Region.ClientStack.LindenUDP;

namespace Mongoose.Server.Tests;

/// <summary>A viewer in a region, and OpenSim's client for it.</summary>
internal sealed class Visitor
{
    private readonly RegionRig _rig;

    public Visitor(RegionRig rig, int number, string name, Guid agent = default)
    {
        _rig = rig;
        Address = new IPEndPoint(IPAddress.Loopback, 20_000 + number);
        Client = new LLUDPClient(rig.Server, Address) { PingTimeMS = (int)RoundTrip.Milliseconds };
        View = new LLClientView(rig.Server, Client, name) { Agent = new UUID(agent) };
        Answer = sequence => Receive(Datagrams.PacketAck(NextSequence(), sequence));
        rig.Add(this);
    }

    public IPEndPoint Address { get; }

    public LLUDPClient Client { get; }

    public LLClientView View { get; }

    /// <summary>Whether the viewer acknowledges packets.</summary>
    public bool Acks { get; set; } = true;

    public Duration RoundTrip { get; init; } = Duration.FromMilliseconds(60);

    /// <summary>The bottleneck between region and viewer; none unless a test sets one.</summary>
    public Bottleneck? Path { get; set; }

    /// <summary>Selects the packets that are lost on the path to the viewer.</summary>
    public Func<SentPacket, bool> IsLost { get; set; } = _ => false;

    /// <summary>How much longer than others a packet is on its way.</summary>
    public Func<SentPacket, Duration> Lateness { get; set; } = _ => Duration.Zero;

    /// <summary>Selects the viewer's datagrams that are lost on the path to the region.</summary>
    public Func<byte[], bool> LosesDatagram { get; set; } = _ => false;

    /// <summary>The sequence number of the viewer's last datagram.</summary>
    public uint Sequence { get; set; }

    /// <summary>
    /// The viewer's action for a reliable packet, a round trip after it was sent. Unless a test replaces it, it acknowledges the packet.
    /// </summary>
    public Action<uint> Answer { get; set; }

    /// <summary>The packets that were sent to the viewer.</summary>
    public List<SentPacket> Sent { get; } = [];

    /// <summary>The object updates that reached the viewer, as they were sent.</summary>
    public List<byte[]> Updates { get; } = [];

    public CircuitSender<ClientCircuit> Circuit => _rig.Circuits.Single(circuit => circuit.Port.View == View);

    public IEnumerable<SentPacket> Resends => Sent.Where(packet => packet.IsResend);

    public long SentBytes(Instant from = default) => Sent.Where(packet => packet.At >= from).Sum(packet => (long)packet.Bytes);

    public OutgoingPacket Queue(Channel channel, int bytes = 1000, bool reliable = true) =>
        View.Send((ThrottleOutPacketType)channel, bytes, reliable);

    /// <summary>Queues an object update.</summary>
    public OutgoingPacket Queue(byte[] datagram) => View.Send(ThrottleOutPacketType.Task, datagram);

    public OutgoingPacket[] Queue(Channel channel, int packets, int bytes, bool reliable = true) =>
        Enumerable.Range(0, packets).Select(_ => Queue(channel, bytes, reliable)).ToArray();

    /// <summary>Requests a total rate, divided between the channels as viewers do.</summary>
    public void Ask(DataRate total)
    {
        byte[] payload = new byte[AgentThrottle.PayloadBytes];
        AgentThrottle.Encode(ViewerSplit.Of(total), payload);
        Receive(Datagrams.Throttle(payload, NextSequence()));
    }

    public uint NextSequence() => ++Sequence;

    /// <summary>Delivers a datagram of the viewer to the region.</summary>
    public void Receive(byte[] datagram)
    {
        if (!LosesDatagram(datagram))
            Receive(_rig.Server, Address, datagram);
    }

    public static UDPPacketBuffer Receive(LLUDPServer server, IPEndPoint from, byte[] datagram)
    {
        UDPPacketBuffer buffer = new(from) { DataLength = datagram.Length };
        datagram.CopyTo(buffer.Data, 0);
        server.PacketReceived(buffer);
        return buffer;
    }

    public void Leave()
    {
        _rig.Scene.Remove(View);
        Client.Shutdown();
    }

    /// <summary>Makes the viewer collect its acks for this many seconds and send them in one datagram.</summary>
    public void CollectAcks(double seconds)
    {
        List<uint> collected = [];
        Answer = sequence =>
        {
            if (collected.Count == 0)
                _rig.In(Duration.FromSeconds(seconds), Send);
            collected.Add(sequence);
        };

        void Send()
        {
            foreach (uint[] acks in collected.Chunk(250))
                Receive(Datagrams.PacketAck(NextSequence(), acks));
            collected.Clear();
        }
    }

    public void Record(OutgoingPacket packet)
    {
        PacketFlags flags = (PacketFlags)packet.Buffer.Data[0];
        SentPacket sent = new(_rig.Now, (Channel)(int)packet.Category, packet.Buffer.DataLength, packet.SequenceNumber,
            (flags & PacketFlags.Resent) != 0, packet);
        Sent.Add(sent);
        if (IsLost(sent) || (Path is { } path ? path.Leave(sent.Bytes, _rig.Now) : _rig.Now) is not { } left)
            return;
        if (packet.Buffer.Data[6] is >= (byte)MessageId.ObjectUpdate and <= (byte)MessageId.KillObject)
            Updates.Add(packet.Buffer.Data[..packet.Buffer.DataLength]);
        uint sequence = packet.SequenceNumber;
        if (Acks && (flags & PacketFlags.Reliable) != 0)
        {
            _rig.In(left - _rig.Now + RoundTrip + Lateness(sent), () =>
            {
                if (Client.IsConnected)
                    Answer(sequence);
            });
        }
    }
}

internal sealed record SentPacket(Instant At, Channel Channel, int Bytes, uint Sequence, bool IsResend, OutgoingPacket Packet);
