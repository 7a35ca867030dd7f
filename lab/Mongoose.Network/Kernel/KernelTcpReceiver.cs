using System.Net;
using System.Net.Sockets;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Kernel;

/// <summary>Accepts one connection and counts its data. Runs on its loop's thread.</summary>
internal sealed class KernelTcpReceiver : IDescriptor, IDisposable
{
    private const int TcpLevel = 6, WindowClampOption = 10; // IPPROTO_TCP, TCP_WINDOW_CLAMP
    private const int ReadsPerTurn = 16;

    private readonly RealTimeLoop _loop;
    private readonly byte[] _buffer = new byte[65_536];
    private readonly byte[]? _window;
    private Socket _socket;
    private bool _connected;

    /// <exception cref="IOException">The address cannot be bound.</exception>
    public KernelTcpReceiver(RealTimeLoop loop, Socket socket, UdpAddress listenAt, KernelTcpOptions options)
    {
        (_loop, _socket) = (loop, socket);
        _window = options.ReceiveWindowBytes is { } window ? BitConverter.GetBytes(window) : null;
        try
        {
            if (options.ReceiveBufferBytes is { } bytes)
                _socket.ReceiveBufferSize = bytes;
            _socket.Bind(listenAt.ToEndPoint());
            _socket.Listen(1);
            _socket.Blocking = false;
        }
        catch (SocketException exception)
        {
            _socket.Dispose();
            throw new IOException($"TCP port {listenAt}: {exception.Message}", exception);
        }
        Address = UdpAddress.From((IPEndPoint)_socket.LocalEndPoint!);
        loop.Add(this);
    }

    public UdpAddress Address { get; }

    public long Bytes { get; private set; }

    /// <summary>Segments with data that have arrived, repeated ones too; 0 before there is a connection.</summary>
    public long Segments => _connected ? TcpInfo.Of(_socket).ReceivedSegments : 0;

    public Action<long>? Delivered { get; set; }

    public int Number => (int)_socket.Handle;

    public bool WaitsToWrite => false;

    public void Ready()
    {
        if (!_connected)
            Accept();
        else
            Read();
    }

    public void Dispose()
    {
        _loop.Remove(this);
        _socket.Dispose();
    }

    private void Accept()
    {
        Socket accepted;
        try
        {
            accepted = _socket.Accept();
        }
        catch (SocketException)
        {
            return; // The connection was closed before it was accepted.
        }
        _loop.Remove(this);
        _socket.Dispose();
        _socket = accepted;
        _socket.Blocking = false;
        _connected = true;
        _loop.Add(this);
    }

    private void Read()
    {
        if (_window is not null) // Every time, because the kernel changes it when it adapts its buffer.
            _socket.SetRawSocketOption(TcpLevel, WindowClampOption, _window);
        for (int i = 0; i < ReadsPerTurn; i++)
        {
            int length = _socket.Receive(_buffer, SocketFlags.None, out SocketError error);
            if (error == SocketError.WouldBlock)
                return;
            if (error != SocketError.Success || length == 0)
            {
                _loop.Remove(this); // The sender has finished or the connection broke.
                return;
            }
            Bytes += length;
            Delivered?.Invoke(length);
        }
    }
}
