using Mongoose.Runtime.Udp;

namespace Mongoose.Testbed.Mixers;

/// <summary>A network that shows the datagrams of the first port opened on it: that of a mixer towards its first peer.</summary>
/// <param name="sent">Called for each datagram before it is sent.</param>
/// <param name="received">Called for each datagram before it is handled.</param>
internal sealed class TappedNetwork(INetwork network, DatagramTap? sent, DatagramTap? received) : INetwork
{
    private bool _isTapped;

    public IDatagramPort Open(UdpAddress address)
    {
        IDatagramPort port = network.Open(address);
        if (_isTapped)
            return port;
        _isTapped = true;
        return new Tap(port, sent, received);
    }

    private sealed class Tap(IDatagramPort port, DatagramTap? sent, DatagramTap? received) : IDatagramPort
    {
        private DatagramHandler? _handler;

        public UdpAddress Address => port.Address;

        public DatagramHandler? Received
        {
            get => _handler;
            set
            {
                _handler = value;
                port.Received = value is null ? null : (peer, datagram) =>
                {
                    received?.Invoke(datagram);
                    value(peer, datagram);
                };
            }
        }

        public void Send(UdpAddress to, ReadOnlySpan<byte> datagram)
        {
            sent?.Invoke(datagram);
            port.Send(to, datagram);
        }

        public void Dispose() => port.Dispose();
    }
}

/// <summary>Sees a datagram; the span is valid during the call only.</summary>
internal delegate void DatagramTap(ReadOnlySpan<byte> datagram);
