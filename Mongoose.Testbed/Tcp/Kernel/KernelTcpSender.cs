using System.Net.Sockets;
using Mongoose.Client.Runtime;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Tcp.Kernel;

/// <summary>Connects and sends as much as the kernel takes. On its loop's thread.</summary>
internal sealed class KernelTcpSender : IDescriptor, IDisposable
{
    private const int TcpLevel = 6, SegmentOption = 2; // IPPROTO_TCP, TCP_MAXSEG
    private const int TimestampBytes = 12; // RFC 7323 appendix A; they count as part of the segment.
    private const int WritesPerTurn = 4;

    private readonly RealTimeLoop _loop;
    private readonly KernelTcpOptions _options;
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { Blocking = false };
    private readonly byte[] _payload = new byte[65_536];
    private readonly List<TcpSample> _samples = [];
    private readonly Alarm _sampling;
    private readonly Instant _start;
    private bool _connected;
    private bool _sending;

    /// <exception cref="Hosts.HostException">The kernel has no such congestion control.</exception>
    public KernelTcpSender(RealTimeLoop loop, UdpAddress to, Instant start, KernelTcpOptions options)
    {
        _loop = loop;
        _start = start;
        _options = options;
        _sampling = new Alarm(loop, Sample);
        try
        {
            Configure();
            Connect(to);
        }
        catch
        {
            _socket.Dispose();
            throw;
        }
        _sending = true;
        loop.Add(this);
        _sampling.Set(loop.Now + options.SampleInterval);
    }

    /// <summary>Why it does not send; null if nothing is wrong.</summary>
    public string? Failure { get; private set; }

    public IReadOnlyList<TcpSample> Samples => _samples;

    public TcpInfo Info => TcpInfo.Of(_socket);

    public int Number => (int)_socket.Handle;

    public bool WaitsToWrite => true;

    public void Ready()
    {
        if (!_connected && !FinishConnect())
            return;
        for (int i = 0; i < WritesPerTurn; i++)
        {
            _socket.Send(_payload, SocketFlags.None, out SocketError error);
            if (error == SocketError.WouldBlock)
                return;
            if (error == SocketError.Success)
                continue;
            Fail(error);
            return;
        }
    }

    /// <summary>Sends no more than what the kernel has already taken.</summary>
    public void Stop()
    {
        if (!_sending)
            return;
        Sample();
        End();
        if (_connected)
            _socket.Shutdown(SocketShutdown.Send);
    }

    public void Dispose()
    {
        End();
        _socket.LingerState = new LingerOption(true, 0); // What is not sent yet is of no use to anybody.
        _socket.Dispose();
    }

    private void Configure()
    {
        KernelCongestionControl.Set(_socket, _options.CongestionControl);
        bool timestamps = File.ReadAllText("/proc/sys/net/ipv4/tcp_timestamps").Trim() != "0";
        int segment = _options.SegmentBytes + (timestamps ? TimestampBytes : 0);
        _socket.SetRawSocketOption(TcpLevel, SegmentOption, BitConverter.GetBytes(segment));
        _socket.NoDelay = _options.NoDelay;
        if (_options.SendBufferBytes is { } bytes)
            _socket.SendBufferSize = bytes;
    }

    private void Connect(UdpAddress to)
    {
        try
        {
            _socket.Connect(to.ToEndPoint());
        }
        catch (SocketException exception) when (exception.SocketErrorCode is SocketError.WouldBlock or SocketError.InProgress)
        {
            // It goes on by itself; the socket is writable when it is done.
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
        if (!_sending)
            return;
        _sending = false;
        _sampling.Cancel();
        _loop.Remove(this);
    }

    private void Sample()
    {
        _samples.Add(new TcpSample(_loop.Now - _start, Info));
        _sampling.Set(_loop.Now + _options.SampleInterval);
    }
}
