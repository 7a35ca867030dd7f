using Mongoose.Core.Channels;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.TestKit.Lludp;

/// <summary>
/// One end of a circuit that does nothing automatically except sending acks, for tests that inspect or manipulate single datagrams. It can
/// act as a viewer or as a region.
/// </summary>
internal sealed class RawPeer
{
    private readonly IScheduler _clock;
    private readonly IDatagramPort _port;
    private readonly byte[] _scratch = new byte[DatagramReader.ScratchBytes];
    private uint _sequence;

    public RawPeer(IScheduler clock, INetwork network, UdpAddress other, int port = 0)
    {
        _clock = clock;
        Other = other;
        _port = network.Open(UdpAddress.Loopback(port));
        _port.Received = Receive;
    }

    public static Guid AgentId { get; } = new("11111111-0000-0000-0000-000000000001");

    public static Guid SessionId { get; } = new("22222222-0000-0000-0000-000000000002");

    public UdpAddress Address => _port.Address;

    /// <summary>The address to send to; a region learns it from the first datagram.</summary>
    public UdpAddress Other { get; set; }

    /// <summary>Whether reliable datagrams are acked as they arrive.</summary>
    public bool Acks { get; set; } = true;

    public List<RawDatagram> Received { get; } = [];

    /// <summary>All sent datagrams, as sent.</summary>
    public List<byte[]> Sent { get; } = [];

    public Action<RawDatagram>? Handler { get; set; }

    public IEnumerable<RawDatagram> Of(MessageId message) => Received.Where(d => d.Message == message);

    public uint Send(Wire.WriteMessage write, PacketFlags flags = PacketFlags.None)
    {
        uint sequence = ++_sequence;
        Send(Wire.Datagram(write, flags, sequence));
        return sequence;
    }

    public void Send(byte[] datagram)
    {
        Sent.Add(datagram);
        _port.Send(Other, datagram);
    }

    /// <summary>Opens the circuit; the region answers with its handshake.</summary>
    public void Open(uint code = 77)
    {
        Send((ref DatagramWriter w) => new UseCircuitCode(code, SessionId, AgentId).Write(ref w), PacketFlags.Reliable);
        Send((ref DatagramWriter w) => new CompleteAgentMovement(AgentId, SessionId, code).Write(ref w), PacketFlags.Reliable);
    }

    /// <summary>Answers the handshake and requests rates.</summary>
    public void Arrive(ChannelRates rates)
    {
        Send((ref DatagramWriter w) => new RegionHandshakeReply(AgentId, SessionId, 0).Write(ref w), PacketFlags.Reliable);
        byte[] payload = new byte[AgentThrottle.PayloadBytes];
        AgentThrottle.Encode(rates, payload);
        SendThrottles(payload);
    }

    public void SendThrottles(byte[] payload) => Send((ref DatagramWriter w) => new AgentThrottleMessage
    {
        AgentId = AgentId,
        SessionId = SessionId,
        CircuitCode = 77,
        Throttles = payload,
    }.Write(ref w), PacketFlags.Reliable);

    public void RequestTextures(IEnumerable<Guid> textures)
    {
        foreach (Guid[] some in textures.Chunk(50))
        {
            Send((ref DatagramWriter w) =>
            {
                new RequestImage(AgentId, SessionId).Write(ref w);
                foreach (Guid texture in some)
                    Assert.That(RequestImage.TryAppend(ref w, new RequestImageBlock(texture, 0, 1, 0, 0)));
            }, PacketFlags.Reliable);
        }
    }

    public uint RequestAsset() => Send((ref DatagramWriter w) =>
        new TransferRequest { TransferId = AgentId, ChannelType = 2, SourceType = 2, Params = new byte[20] }.Write(ref w),
            PacketFlags.Reliable);

    public void Ack(params uint[] sequences)
    {
        foreach (uint[] some in sequences.Chunk(250))
        {
            Send((ref DatagramWriter w) =>
            {
                default(PacketAck).Write(ref w);
                foreach (uint sequence in some)
                    Assert.That(PacketAck.TryAppend(ref w, sequence));
            });
        }
    }

    public void Ping(byte id) => Send((ref DatagramWriter w) => new StartPingCheck(id, 0).Write(ref w));

    public void Pong(byte id) => Send((ref DatagramWriter w) => new CompletePingCheck(id).Write(ref w));

    public void Logout() => Send((ref DatagramWriter w) => new LogoutRequest(AgentId, SessionId).Write(ref w), PacketFlags.Reliable);

    private void Receive(UdpAddress from, ReadOnlySpan<byte> bytes)
    {
        Assert.That(DatagramReader.TryParse(bytes, _scratch, out DatagramReader datagram), Is.EqualTo(LludpError.None));
        if (Other == default)
            Other = from;
        RawDatagram raw = new(_clock.Now, datagram.Sequence, datagram.Flags, datagram.Message, datagram.Body.ToArray(), bytes.ToArray());
        Received.Add(raw);
        if (Acks && datagram.IsReliable)
            Ack(datagram.Sequence);
        Handler?.Invoke(raw);
    }
}
