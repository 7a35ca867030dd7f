using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using static Mongoose.Network.Enet.EnetCalls;

namespace Mongoose.Network.Enet;

/// <summary>
/// A host of ENet with one peer. Its loop runs it when its socket is readable, and every millisecond (the accuracy of ENet's clock) for its
/// timers, which costs about one system call each time.
/// </summary>
internal sealed class EnetHost : IDescriptor, IDisposable
{
    private const int EventsPerTurn = 256;

    private static readonly Duration ServiceInterval = Duration.FromMilliseconds(1);

    private readonly RealTimeLoop _loop;
    private readonly nint _host;
    private readonly Alarm _service;
    private readonly Action _flush;
    private bool _flushes;
    private bool _disposed;
    private uint _sentBytes;
    private uint _sentDatagrams;

    /// <summary>Takes over a host that <see cref="Create"/> returned. Call it on the loop's thread.</summary>
    public EnetHost(RealTimeLoop loop, nint host)
    {
        (_loop, _host, _flush) = (loop, host, Flush);
        Number = Marshal.ReadInt32(host, HostSocket);
        _ = enet_socket_get_address(Number, out Address address);
        Address = new UdpAddress(BinaryPrimitives.ReverseEndianness(address.Host), address.Port);
        _service = new Alarm(loop, Ready);
        loop.Add(this);
        _service.Set(loop.Now + ServiceInterval);
    }

    public UdpAddress Address { get; }

    public int Number { get; }

    public bool WaitsToWrite => false;

    public long Datagrams { get; private set; }

    public long Bytes { get; private set; }

    /// <summary>Handles the events of the host, which then destroys the event's packet.</summary>
    public Action<Event>? Occurred { get; set; }

    /// <summary>Runs after every service of the host, for counters that ENet clears.</summary>
    public Action? Serviced { get; set; }

    /// <summary>Opens a socket in the network namespace of the calling thread.</summary>
    /// <exception cref="IOException">The address cannot be bound.</exception>
    public static nint Create(UdpAddress address)
    {
        nint host = enet_initialize() == 0 ? enet_host_create(Named(address), 1, 1, 0, 0) : 0;
        if (host == 0)
            throw new IOException($"ENet, UDP port {address}: cannot be opened; it may be in use");
        // Otherwise child processes would inherit the socket and keep its port open.
        _ = fcntl(Marshal.ReadInt32(host, HostSocket), SetDescriptorFlags, CloseOnExec);
        return host;
    }

    /// <summary>Starts the handshake, and returns the peer.</summary>
    public nint Connect(UdpAddress to) => enet_host_connect(_host, Named(to), 1, 0);

    /// <summary>Sends queued messages after the current event of the loop: messages of the same event share datagrams.</summary>
    public void FlushSoon()
    {
        if (_flushes)
            return;
        _flushes = true;
        _loop.At(_loop.Now, _flush);
    }

    public void Ready()
    {
        int events = 0;
        for (; events < EventsPerTurn && !_disposed && enet_host_service(_host, out Event occurred, 0) > 0; events++)
        {
            Serviced?.Invoke();
            Occurred?.Invoke(occurred);
            if (occurred.Type == Received)
                enet_packet_destroy(occurred.Packet);
        }
        if (_disposed)
            return;
        Serviced?.Invoke();
        Count();
        _service.Set(events < EventsPerTurn ? _loop.Now + ServiceInterval : _loop.Now);
    }

    /// <summary>Closes the socket and frees all packets.</summary>
    public void Dispose()
    {
        _disposed = true;
        _service.Cancel();
        _loop.Remove(this);
        enet_host_destroy(_host);
    }

    private void Flush()
    {
        _flushes = false;
        if (!_disposed)
        {
            enet_host_flush(_host);
            Count();
        }
    }

    // ENet's counters have 32 bits, so only their differences count.
    private void Count()
    {
        uint bytes = (uint)Marshal.ReadInt32(_host, HostSentBytes), datagrams = (uint)Marshal.ReadInt32(_host, HostSentDatagrams);
        uint newDatagrams = unchecked(datagrams - _sentDatagrams);
        Bytes += unchecked(bytes - _sentBytes) + (long)newDatagrams * DatagramPacket.HeaderBytes;
        Datagrams += newDatagrams;
        (_sentBytes, _sentDatagrams) = (bytes, datagrams);
    }

    private static Address Named(UdpAddress address) =>
        new() { Host = BinaryPrimitives.ReverseEndianness(address.Host), Port = address.Port };
}
