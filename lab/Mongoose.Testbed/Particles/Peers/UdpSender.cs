using Mongoose.Runtime.Udp;

namespace Mongoose.Testbed.Particles.Peers;

/// <summary>Sends each value once, as many to a datagram as fit. It knows the receiver from the receiver's first request.</summary>
internal sealed class UdpSender : IStateSender, IDisposable
{
    /// <summary>The payload of a packet of 1500 bytes.</summary>
    public const int MaxPayloadBytes = 1472;

    private readonly IDatagramPort _port;
    private readonly ValuePacker _packer;
    private UdpAddress? _receiver;
    private long _wireBytes;

    /// <param name="network">The network on which the port is opened.</param>
    /// <param name="local">The sender's address; port 0 chooses a free port.</param>
    /// <exception cref="IOException">The address cannot be bound.</exception>
    public UdpSender(INetwork network, UdpAddress local, int messageBytes)
    {
        _packer = new ValuePacker(MaxPayloadBytes, messageBytes, Send);
        _port = network.Open(local, Answer);
    }

    public UdpAddress Address => _port.Address;

    public WireCounts Wire => new(_wireBytes, 0);

    public void SendFrame(ReadOnlySpan<ParticleValue> moved)
    {
        if (_receiver is not null)
            _packer.Send(moved);
    }

    public void Dispose() => _port.Dispose();

    /// <summary>Answers a request with an empty datagram, so that the receiver asks no more.</summary>
    private void Answer(UdpAddress from, ReadOnlySpan<byte> request)
    {
        _receiver = from;
        Send([]);
    }

    private void Send(ReadOnlySpan<byte> payload)
    {
        _port.Send(_receiver!.Value, payload);
        _wireBytes += payload.Length + WireHeaders.Udp;
    }
}
