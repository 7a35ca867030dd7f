using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;
using static Mongoose.Network.Sctp.SctpCalls;

namespace Mongoose.Network.Sctp;

/// <summary>
/// One end of an association: a socket of the stack, whose packets travel as datagrams of a port. Runs on the stack's loop.
/// </summary>
internal sealed class SctpEnd : IDisposable
{
    private const ushort SctpPort = 5000; // Any number: the datagrams' ports tell associations apart.

    private readonly nint _address;
    private readonly IDatagramPort _port;
    private readonly Action _received;

    /// <param name="port">The port; the end closes it, also if the constructor fails.</param>
    /// <param name="received">The stack has processed a packet.</param>
    /// <exception cref="IOException">The stack refuses a socket or an option.</exception>
    public SctpEnd(IDatagramPort port, SctpOptions options, Action received)
    {
        (_port, _received) = (port, received);
        _address = SctpStack.Register(this);
        try
        {
            Socket = Check(usrsctp_socket(ConnFamily, StreamSocket, Protocol, 0, 0, 0, 0), "socket");
            Configure(options);
            Check(usrsctp_bind(Socket, Name, (uint)Marshal.SizeOf<ConnAddress>()), "bind");
        }
        catch
        {
            Dispose();
            throw;
        }
        _port.Received = Receive;
    }

    public nint Socket { get; }

    /// <summary>
    /// Whether the end was closed: then its socket's memory may belong to another flow, while applications of this flow may still have
    /// alarms on the loop.
    /// </summary>
    public bool IsClosed { get; private set; }

    public UdpAddress Address => _port.Address;

    /// <summary>The destination of datagrams: the sender of the last datagram received.</summary>
    public UdpAddress Peer { get; set; }

    public long Datagrams { get; private set; }

    public long Bytes { get; private set; }

    public SctpChunks Chunks { get; } = new();

    private ConnAddress Name => new() { Family = ConnFamily, Port = BinaryPrimitives.ReverseEndianness(SctpPort), Address = _address };

    /// <summary>Starts the handshake. Each end has only one peer, so the peer's name for the stack is the end's own.</summary>
    public void Connect()
    {
        const int inProgress = 115; // EINPROGRESS
        int result = usrsctp_connect(Socket, Name, (uint)Marshal.SizeOf<ConnAddress>());
        if (result < 0 && Marshal.GetLastPInvokeError() != inProgress)
            Check(result, "connect");
    }

    public void Listen() => Check(usrsctp_listen(Socket, 1), "listen");

    /// <summary>Sends a packet of the stack.</summary>
    public void Send(ReadOnlySpan<byte> packet)
    {
        Datagrams++;
        Bytes += packet.Length + DatagramPacket.HeaderBytes;
        Chunks.Count(packet);
        _port.Send(Peer, packet);
    }

    /// <summary>Reads an option of the association; its default value if there is no association.</summary>
    public T Read<T>(int option, T request) where T : unmanaged
    {
        if (IsClosed)
            return default;
        Span<T> value = [request];
        uint length = (uint)Marshal.SizeOf<T>();
        return usrsctp_getsockopt(Socket, Protocol, option, ref MemoryMarshal.GetReference(MemoryMarshal.AsBytes(value)), ref length) < 0
            ? default
            : value[0];
    }

    /// <summary>Ends the association at once (ABORT, RFC 9260 section 9.1) and closes the port.</summary>
    public void Dispose()
    {
        IsClosed = true;
        if (Socket != 0)
            usrsctp_close(Socket);
        SctpStack.Deregister(_address);
        _port.Dispose();
    }

    private void Receive(UdpAddress from, ReadOnlySpan<byte> packet)
    {
        Peer = from;
        usrsctp_conninput(_address, ref MemoryMarshal.GetReference(packet), (nuint)packet.Length, 0);
        _received();
    }

    private void Configure(SctpOptions options)
    {
        Check(usrsctp_set_non_blocking(Socket, 1), "non-blocking mode");
        Set(SocketLevel, Linger, new LingerTime { On = 1, Seconds = 0 });
        Set(SocketLevel, SendBuffer, options.SendBufferBytes);
        Set(SocketLevel, ReceiveBuffer, options.ReceiveBufferBytes);
        Set(Protocol, NoDelay, 1);
        Set(Protocol, RtoInfo, new RtoBounds
        {
            Initial = (uint)SctpOptions.MaxMinRto.Milliseconds,
            Min = (uint)options.MinRto.Milliseconds,
        });
    }

    private void Set<T>(int level, int option, T setting) where T : unmanaged
    {
        Span<byte> value = MemoryMarshal.AsBytes((Span<T>)[setting]);
        Check(usrsctp_setsockopt(Socket, level, option, ref MemoryMarshal.GetReference(value), (uint)value.Length), $"option {option}");
    }

    private static void Check(int result, string what)
    {
        if (result < 0)
            throw new IOException($"SCTP, {what}: {Marshal.GetLastPInvokeErrorMessage()}");
    }

    private static nint Check(nint socket, string what)
    {
        Check(socket == 0 ? -1 : 0, what);
        return socket;
    }
}
