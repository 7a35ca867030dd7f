using System.Net.Sockets;
using Mongoose.Core.Units;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Kernel;

/// <summary>Connects and sends written data as fast as the kernel takes it. Runs on its loop's thread.</summary>
internal sealed class KernelTcpSender : IDescriptor, IDisposable
{
    private const int TcpLevel = 6, SegmentOption = 2, UnsentOption = 25; // IPPROTO_TCP, TCP_MAXSEG, TCP_NOTSENT_LOWAT
    private const int TimestampBytes = 12; // RFC 7323 appendix A; they count as part of the segment.
    private const int WritesPerTurn = 4;

    private readonly RealTimeLoop _loop;
    private readonly KernelTcpOptions _options;
    private readonly Socket _socket;
    private readonly byte[] _payload = new byte[65_536];
    private readonly List<TcpSample> _samples = [];
    private readonly Alarm _sampling;
    private readonly Instant _start;
    private bool _connected;
    private bool _open;
    private TcpInfo _lastInfo;
    private long _left;
    private bool _unlimited;
    private Action? _room;

    /// <exception cref="Mongoose.Runtime.Hosts.HostException">The kernel has no such congestion control.</exception>
    /// <exception cref="IOException">The kernel refuses an option, or there is no route to the receiver.</exception>
    public KernelTcpSender(RealTimeLoop loop, Socket socket, UdpAddress to, KernelTcpOptions options)
    {
        (_loop, _socket, _options, _start) = (loop, socket, options, loop.Now);
        _sampling = new Alarm(loop, Sample);
        Configure();
        Connect(to);
        _open = true;
        loop.Add(this);
        _sampling.Set(loop.Now + options.SampleInterval);
    }

    /// <summary>Why the sender failed; null if it has not failed.</summary>
    public string? Failure { get; private set; }

    public IReadOnlyList<TcpSample> Samples => _samples;

    /// <summary>The state of the connection; after its end, the last one.</summary>
    public TcpInfo Info => _open ? TcpInfo.Of(_socket) : _lastInfo;

    public int Number => (int)_socket.Handle;

    public bool WaitsToWrite => !_connected || HasData || _room is not null;

    /// <summary>Whether the kernel takes data in this turn, and nothing waits that it has not taken.</summary>
    public bool HasRoom { get; private set; }

    private bool HasData => _unlimited || _left > 0;

    public void AwaitRoom(Action action) => _room = action;

    public void Write(long bytes)
    {
        _left += bytes;
        HasRoom = false;
    }

    /// <summary>When unlimited sending ends, data that the kernel has not taken yet is dropped.</summary>
    public void SetUnlimited(bool unlimited) => (_unlimited, _left) = (unlimited, 0);

    public void Ready()
    {
        if (!_connected && !FinishConnect())
            return;
        NotifyOfRoom();
        if (!HasData && _socket.Poll(0, SelectMode.SelectRead))
            Fail(SocketError.ConnectionReset); // The receiver never sends.
        for (int i = 0; i < WritesPerTurn && HasData; i++)
        {
            int length = _unlimited ? _payload.Length : (int)Math.Min(_left, _payload.Length);
            int sent = _socket.Send(_payload, 0, length, SocketFlags.None, out SocketError error);
            if (error == SocketError.WouldBlock)
                return;
            if (error != SocketError.Success)
            {
                Fail(error);
                return;
            }
            _left = Math.Max(0, _left - sent);
        }
    }

    /// <summary>Sends no more data than the kernel has already taken.</summary>
    public void Stop()
    {
        if (!_open)
            return;
        Sample();
        End();
        if (_connected)
            _socket.Shutdown(SocketShutdown.Send);
    }

    public void Dispose()
    {
        End();
        _socket.LingerState = new LingerOption(true, 0); // Unsent data is no longer needed.
        _socket.Dispose();
    }

    private void NotifyOfRoom()
    {
        if (_room is not { } room || HasData || !_socket.Poll(0, SelectMode.SelectWrite))
            return;
        _room = null;
        HasRoom = true;
        room();
        HasRoom = false;
    }

    private void Configure()
    {
        KernelCongestionControl.Set(_socket, _options.CongestionControl);
        try
        {
            SetOptions();
        }
        catch (Exception exception) when (exception is SocketException || PathFault.Is(exception))
        {
            throw new IOException($"options of a TCP connection: {exception.Message}", exception);
        }
    }

    private void SetOptions()
    {
        bool timestamps = File.ReadAllText("/proc/sys/net/ipv4/tcp_timestamps").Trim() != "0";
        int segment = _options.SegmentBytes + (timestamps ? TimestampBytes : 0);
        _socket.SetRawSocketOption(TcpLevel, SegmentOption, BitConverter.GetBytes(segment));
        _socket.NoDelay = _options.NoDelay;
        if (_options.SendBufferBytes is { } bytes)
            _socket.SendBufferSize = bytes;
        if (_options.UnsentBytes is { } unsent)
            _socket.SetRawSocketOption(TcpLevel, UnsentOption, BitConverter.GetBytes(unsent));
    }

    private void Connect(UdpAddress to)
    {
        try
        {
            _socket.Connect(to.ToEndPoint());
        }
        catch (SocketException exception) when (exception.SocketErrorCode is SocketError.WouldBlock or SocketError.InProgress)
        {
            // The connection continues asynchronously; the socket is writable when it is done.
        }
        catch (SocketException exception)
        {
            throw new IOException($"TCP connection to {to}: {exception.Message}", exception);
        }
    }

    private bool FinishConnect()
    {
        SocketError error = (SocketError)(int)_socket.GetSocketOption(SocketOptionLevel.Socket, SocketOptionName.Error)!;
        if (error != SocketError.Success)
            Fail(error);
        else
            _connected = true;
        return _connected;
    }

    private void Fail(SocketError error)
    {
        Failure = $"TCP connection: {new SocketException((int)error).Message}";
        End();
    }

    private void End()
    {
        if (!_open)
            return;
        _lastInfo = Info;
        _open = false;
        _sampling.Cancel();
        _loop.Remove(this);
    }

    private void Sample()
    {
        _samples.Add(new TcpSample(_loop.Now - _start, Info));
        _sampling.Set(_loop.Now + _options.SampleInterval);
    }
}
