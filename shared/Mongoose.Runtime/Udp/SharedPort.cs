namespace Mongoose.Runtime.Udp;

/// <summary>One port shared by the circuits to several peers: received datagrams are dispatched by their sender.</summary>
public sealed class SharedPort : IDisposable
{
    private readonly IDatagramPort _port;
    private readonly Dictionary<UdpAddress, PeerPort> _peers = [];

    /// <summary>Shares <paramref name="port"/>, and disposes of it at the end.</summary>
    public SharedPort(IDatagramPort port)
    {
        _port = port;
        _port.Received = Receive;
    }

    /// <summary>A port that receives from <paramref name="peer"/> only, replacing any earlier port for that peer.</summary>
    public IDatagramPort Towards(UdpAddress peer) => _peers[peer] = new PeerPort(this, peer);

    public void Dispose()
    {
        _peers.Clear();
        _port.Dispose();
    }

    private void Receive(UdpAddress from, ReadOnlySpan<byte> datagram)
    {
        if (_peers.TryGetValue(from, out PeerPort? peer))
            peer.Received?.Invoke(from, datagram);
    }

    private sealed class PeerPort(SharedPort shared, UdpAddress peer) : IDatagramPort
    {
        public UdpAddress Address => shared._port.Address;

        public DatagramHandler? Received { get; set; }

        public void Send(UdpAddress to, ReadOnlySpan<byte> datagram)
        {
            if (IsOpen)
                shared._port.Send(to, datagram);
        }

        public void Dispose()
        {
            if (IsOpen)
                shared._peers.Remove(peer);
        }

        private bool IsOpen => shared._peers.GetValueOrDefault(peer) == this;
    }
}
