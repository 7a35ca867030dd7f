using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Links;

/// <summary>
/// A perfect network in a simulation: a datagram arrives at the instant it is sent, as a separate event. Links in between add rate, delay
/// and loss.
/// </summary>
public sealed class SimulatedNetwork : INetwork
{
    private readonly IScheduler _scheduler;
    private readonly Action _deliver;
    private readonly PacketPool<DatagramPacket> _packets = DatagramPacket.NewPool();
    private readonly Queue<(UdpAddress From, DatagramPacket Datagram)> _underWay = new();
    private readonly Dictionary<UdpAddress, SimulatedPort> _ports = [];
    private ushort _nextFreePort = 49_152;

    public SimulatedNetwork(IScheduler scheduler)
    {
        _scheduler = scheduler;
        _deliver = Deliver;
    }

    public IDatagramPort Open(UdpAddress address)
    {
        if (address.Port == 0)
            address = FreePort(address);
        SimulatedPort port = new(this, address);
        if (!_ports.TryAdd(address, port))
            throw new IOException($"UDP port {address}: in use");
        return port;
    }

    private UdpAddress FreePort(UdpAddress address)
    {
        do
            address = address with { Port = _nextFreePort++ };
        while (_ports.ContainsKey(address));
        return address;
    }

    private void Send(UdpAddress from, UdpAddress to, ReadOnlySpan<byte> datagram)
    {
        if (!_ports.ContainsKey(to))
            return;
        DatagramPacket copy = _packets.Rent();
        copy.Set(to, datagram);
        _underWay.Enqueue((from, copy));
        _scheduler.At(_scheduler.Now, _deliver);
    }

    /// <summary>Delivers the oldest datagram: none takes any time, so they arrive in the order in which they were sent.</summary>
    private void Deliver()
    {
        (UdpAddress from, DatagramPacket datagram) = _underWay.Dequeue();
        if (_ports.TryGetValue(datagram.Peer, out SimulatedPort? port))
            port.Received?.Invoke(from, datagram.Payload);
        datagram.Release();
    }

    private sealed class SimulatedPort(SimulatedNetwork network, UdpAddress address) : IDatagramPort
    {
        public UdpAddress Address => address;

        public DatagramHandler? Received { get; set; }

        public void Send(UdpAddress to, ReadOnlySpan<byte> datagram)
        {
            if (IsOpen)
                network.Send(address, to, datagram);
        }

        public void Dispose()
        {
            if (IsOpen)
                network._ports.Remove(address);
        }

        private bool IsOpen => network._ports.GetValueOrDefault(address) == this;
    }
}
