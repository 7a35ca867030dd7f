using Mongoose.Client.Runtime;

namespace Mongoose.Testbed.Time;

/// <summary>
/// A perfect network inside a simulation: a datagram arrives in the instant it is sent, as an event of its own. Rate, delay and loss come
/// from links in between.
/// </summary>
public sealed class SimulatedNetwork(IScheduler scheduler) : INetwork
{
    private readonly Dictionary<UdpAddress, SimulatedPort> _ports = [];
    private ushort _nextFreePort = 49_152;

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

    private void Deliver(UdpAddress from, UdpAddress to, ReadOnlySpan<byte> datagram)
    {
        if (!_ports.ContainsKey(to))
            return;
        byte[] copy = datagram.ToArray();
        scheduler.At(scheduler.Now, () =>
        {
            if (_ports.TryGetValue(to, out SimulatedPort? port))
                port.Received?.Invoke(from, copy);
        });
    }

    private sealed class SimulatedPort(SimulatedNetwork network, UdpAddress address) : IDatagramPort
    {
        public UdpAddress Address => address;

        public DatagramHandler? Received { get; set; }

        public void Send(UdpAddress to, ReadOnlySpan<byte> datagram)
        {
            if (IsOpen)
                network.Deliver(address, to, datagram);
        }

        public void Dispose()
        {
            if (IsOpen)
                network._ports.Remove(address);
        }

        private bool IsOpen => network._ports.GetValueOrDefault(address) == this;
    }
}
