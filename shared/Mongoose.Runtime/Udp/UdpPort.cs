using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace Mongoose.Runtime.Udp;

/// <summary>A UDP socket of the host.</summary>
/// <param name="owner">The descriptors to which the port belongs.</param>
/// <param name="socket">A socket that <see cref="Bind"/> returned; the port closes it at the end.</param>
internal sealed class UdpPort(DescriptorSet owner, Socket socket) : IDatagramPort, IDescriptor
{
    /// <summary>Maximum number of datagrams read per turn, so that one busy port does not starve the loop.</summary>
    private const int DatagramsPerTurn = 32;

    private const int BufferBytes = 4 * 1024 * 1024;
    private const int WindowsIgnoreUnreachable = -1744830452; // SIO_UDP_CONNRESET

    private readonly SocketAddress _from = new(AddressFamily.InterNetwork);
    private readonly SocketAddress _to = new(AddressFamily.InterNetwork);
    private readonly byte[] _received = new byte[65_536];
    private bool _closed;

    public Socket Socket { get; } = socket;

    public int Number => (int)Socket.Handle;

    public bool WaitsToWrite => false;

    public UdpAddress Address { get; } = UdpAddress.From((IPEndPoint)socket.LocalEndPoint!);

    public DatagramHandler? Received { get; set; }

    /// <summary>Opens a socket in the network namespace of the calling thread.</summary>
    /// <exception cref="IOException">No socket can be opened, or the address cannot be bound; the message names the address.</exception>
    public static Socket Bind(UdpAddress address)
    {
        Socket? socket = null;
        try
        {
            socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            socket.ReceiveBufferSize = BufferBytes;
            socket.SendBufferSize = BufferBytes;
            if (OperatingSystem.IsWindows())
                socket.IOControl(WindowsIgnoreUnreachable, [0], null);
            socket.Bind(address.ToEndPoint());
            return socket;
        }
        catch (Exception exception) when (PortFault.IsOf(exception))
        {
            socket?.Dispose();
            throw PortFault.Of($"UDP port {address}", exception);
        }
    }

    public void Send(UdpAddress to, ReadOnlySpan<byte> datagram)
    {
        if (_closed)
            return;
        Span<byte> address = _to.Buffer.Span;
        BinaryPrimitives.WriteUInt16BigEndian(address[2..], to.Port);
        BinaryPrimitives.WriteUInt32BigEndian(address[4..], to.Host);
        try
        {
            Socket.SendTo(datagram, SocketFlags.None, _to);
        }
        catch (SocketException)
        {
            // A full buffer or an unreachable peer: for the receiver this is a lost datagram like any other.
        }
    }

    /// <summary>Passes on received datagrams, at most a limited number so that other descriptors get their turn.</summary>
    public void Ready()
    {
        for (int i = 0; i < DatagramsPerTurn && !_closed; i++)
        {
            int length;
            try
            {
                length = Socket.ReceiveFrom(_received, SocketFlags.None, _from);
            }
            catch (SocketException)
            {
                return; // An error report for an earlier send; no datagram was received.
            }
            ReadOnlySpan<byte> address = _from.Buffer.Span;
            UdpAddress peer = new(BinaryPrimitives.ReadUInt32BigEndian(address[4..]), BinaryPrimitives.ReadUInt16BigEndian(address[2..]));
            Received?.Invoke(peer, _received.AsSpan(0, length));
            if (_closed || Socket.Available == 0)
                return;
        }
    }

    public void Dispose()
    {
        _closed = true;
        if (owner.Remove(this))
            Socket.Dispose();
    }
}
